import { z } from 'zod'
import { read } from '@/lib/contract/endpoint'
import { ReceiptView } from '@/lib/receipts/schemas'

export const getReceipt = read({
  operationId: 'getReceipt',
  path: '/api/v1/receipts/{id}',
  tag: 'Receipts and Seeds',
  access: 'public',
  summary: 'Read a permanent receipt.',
  description: 'Its JSON alone suffices to check every hash and signature in it.',
  returns: z.object({ receipt: ReceiptView }),
  errors: ['not_found'],
})
