import type { Endpoint } from '@/lib/contract/endpoint'

/**
 * An endpoint with its other names: where a path carries the word `platform`, the path with the platform's own name is
 * an alias that answers the same bytes (decisions §1).
 */
export function withAliases(endpoint: Endpoint): readonly Endpoint[] {
  if (!endpoint.path.startsWith('/api/v1/platform-')) return [endpoint]
  return [
    endpoint,
    {
      ...endpoint,
      path: endpoint.path.replace('/platform-', '/musebook-'),
      operationId: endpoint.operationId.replace('Platform', 'Musebook'),
      description: [endpoint.description, `The same as \`${endpoint.path}\`.`].filter(Boolean).join(' '),
    },
  ]
}
