import { read } from '@/lib/contract/endpoint'
import { MeView } from '@/lib/turns/schemas'

export const getMe = read({
  operationId: 'getMe',
  path: '/api/v1/me',
  tag: 'Wallets',
  access: 'wallet',
  summary: 'Read what waits for the caller, and what of theirs waits for others.',
  description: 'It follows from the state of the records: what anybody has done meanwhile is gone from it.',
  returns: MeView,
})
