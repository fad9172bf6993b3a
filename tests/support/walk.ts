import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { isJsonObject } from '@/lib/json'
import type { Response } from '@/tests/support/request'

/** An id of the right form that no record has. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'

/** Texts that cannot be the id of a record, as they stand in a path. */
export const MALFORMED_IDS = [
  '42',
  'null',
  'not-an-id',
  `${UNKNOWN_ID}0`,
  '%00',
  'x%2Fy',
  '%27%20OR%201=1',
  'ä'.repeat(3),
].map((text) => (text.includes('%') ? text : encodeURIComponent(text)))

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** The endpoint's path with every parameter filled in. */
export function pathOf(endpoint: Endpoint, id = UNKNOWN_ID): string {
  return endpoint.path.replaceAll('{address}', ADDRESS).replaceAll(/\{\w+\}/g, id)
}

export const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const)

export const reads = contracts.filter((endpoint) => endpoint.kind === 'read')
export const writes = contracts.filter((endpoint) => endpoint.kind === 'write' || endpoint.kind === 'signed')
export const calls = contracts.filter((endpoint) => endpoint.kind === 'call')

/** A body as a client would send it, from the contract's own example. */
export function exampleBody(endpoint: Endpoint): Record<string, unknown> {
  if (!isJsonObject(endpoint.example)) throw new Error(`${endpoint.operationId} has no example of its body.`)
  return { ...endpoint.example }
}

export const jsonHeaders = () => ({ 'content-type': 'application/json', 'idempotency-key': randomUUID() })

/** A JSON object of exactly so many bytes: the body, then white space. */
export function padded(body: unknown, bytes: number): string {
  const text = JSON.stringify(body)
  return text + ' '.repeat(bytes - Buffer.byteLength(text))
}

/** A text in pieces of at most `size` characters. */
export function inPieces(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
}

/** Holds an answer against the error object of the interface (docs/interface.md#errors). */
export function expectError(answer: Response, status: number, code: string, field: string | null = null): void {
  const { error } = answer.body ?? {}
  expect({ status: answer.status, ...error }, answer.text).toEqual({
    status,
    code,
    message: expect.stringMatching(/^[A-Z].{5,}[.!]$/s),
    field,
  })
  expect(Object.keys(answer.body)).toEqual(['error'])
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toBe('no-store')
}
