import type { Endpoint } from '@/lib/contract/endpoint'

/** The other path of an endpoint, or null. @see withAliases */
export function aliasOf(path: string): string | null {
  return path.startsWith('/api/v1/platform-') ? path.replace('/platform-', '/musebook-') : null
}

/**
 * An endpoint with its other names: where a path carries the word `platform`, the path with the platform's own name is
 * an alias that answers the same bytes (docs/decisions.md#one-record-two-surfaces).
 */
export function withAliases(endpoint: Endpoint): readonly Endpoint[] {
  const path = aliasOf(endpoint.path)
  if (path === null) return [endpoint]
  return [
    endpoint,
    {
      ...endpoint,
      path,
      operationId: endpoint.operationId.replace('Platform', 'Musebook'),
      description: [endpoint.description, `The same as \`${endpoint.path}\`.`].filter(Boolean).join(' '),
    },
  ]
}
