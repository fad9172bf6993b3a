import { contracts } from '@/lib/api/contracts'
import { asObject } from '@/lib/api/openapi-schemas'
import type { Endpoint } from '@/lib/contract/endpoint'

type Creating = Pick<Endpoint, 'method' | 'path' | 'creates'>

const read = new Set(contracts.filter(({ method }) => method === 'GET').map(({ path }) => path))

/** Where the record is read that an endpoint creates, as a path template: what its contract says, or below its own path. */
function createdPath({ method, path, creates }: Creating): string | null {
  const below = `${path}/{id}`
  return creates?.path ?? (method === 'POST' && read.has(below) ? below : null)
}

/** Whether an endpoint creates a record that is read at a path of its own. */
export const createsRecord = (endpoint: Creating): boolean => createdPath(endpoint) !== null

/**
 * The `Location` of the record that a request has created (RFC 9110 §15.3.2): without it, 201 would name the path that was asked.
 * @param body the response; the record is the field that the contract says, or its first.
 * @example locationOf(completeMission, '{"mission":…,"receipt":{"id":"019a…",…}}') // { location: '/api/v1/receipts/019a…' }
 */
export function locationOf(endpoint: Creating, body: string): Record<string, string> {
  const path = createdPath(endpoint)
  if (path === null) return {}
  const answer = asObject(JSON.parse(body))
  const [first] = Object.values(answer)
  const record = endpoint.creates ? answer[endpoint.creates.field] : first
  return { location: path.replace('{id}', String(asObject(record)['id'])) }
}
