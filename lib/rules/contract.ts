import { read } from '@/lib/contract/endpoint'
import { RulesAnswer, RulesQuery } from '@/lib/rules/schemas'

export const getRules = read({
  operationId: 'getRules',
  path: '/api/v1/rules',
  tag: 'Service',
  access: 'public',
  summary: 'Read what the service goes by: states, roles, limits, bounds, signed texts, keys.',
  description:
    'Made from the tables that the code obeys. `/.well-known/trellis.json` answers the same. A receipt names the hash of the rules that it was issued under, and they stay readable by it.',
  query: RulesQuery,
  returns: RulesAnswer,
  errors: ['not_found'],
})
