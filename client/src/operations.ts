import { contracts } from '@/lib/api/contracts'

/**
 * Every operation by its name: kind, method and path. It is made from the contracts; the package holds what came of that,
 * and no contract (scripts/client/build.ts).
 */
export const OPERATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  contracts.map(({ operationId, kind, method, path }) => [operationId, `${kind} ${method} ${path}`]),
)
