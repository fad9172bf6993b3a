import { contracts } from '@/lib/api/contracts'
import { asObject } from '@/lib/api/openapi-schemas'
import type { Endpoint } from '@/lib/contract/endpoint'

const read = new Set(contracts.filter(({ method }) => method === 'GET').map(({ path }) => path))

/** Whether an endpoint creates a record that is read below its own path. */
export const createsRecord = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'POST' && read.has(`${path}/{id}`)

/**
 * The `Location` of the record that a request has created (RFC 9110 §15.3.2): without it, 201 would name the list instead.
 * @param body the response; the record is its first field.
 */
export function locationOf(endpoint: Pick<Endpoint, 'method' | 'path'>, body: string): Record<string, string> {
  if (!createsRecord(endpoint)) return {}
  const [record] = Object.values(asObject(JSON.parse(body)))
  return { location: `${endpoint.path}/${asObject(record)['id']}` }
}
