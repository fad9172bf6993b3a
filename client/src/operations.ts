import { contracts } from '@/lib/api/contracts'

/**
 * Kind, method and path of every operation, by its name. The table is made from the contracts. The package contains the
 * finished table and no contract (scripts/client/build.ts).
 */
export const OPERATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  contracts.map(({ operationId, kind, method, path }) => [operationId, `${kind} ${method} ${path}`]),
)
