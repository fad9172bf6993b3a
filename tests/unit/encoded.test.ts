import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeBody } from '@/lib/http/encoded'

const etagOf = (body: string) => `"${createHash('sha1').update(body, 'utf8').digest('base64url')}"`

test('a body is encoded in UTF-8 and named by its bytes', () => {
  const { bytes, etag } = encodeBody('/a', '{"title":"Ist’s wahr? 🌱"}')
  expect(bytes.toString('utf8')).toBe('{"title":"Ist’s wahr? 🌱"}')
  expect(etag).toBe(etagOf('{"title":"Ist’s wahr? 🌱"}'))
})

test('the same body at the same target is encoded once; another body or target never gets its bytes', () => {
  const first = encodeBody('/b', '{"n":1}')
  expect(encodeBody('/b', `{"n":${1}}`)).toBe(first)
  expect(encodeBody('/b', '{"n":2}').etag).toBe(etagOf('{"n":2}'))
  expect(encodeBody('/b', '{"n":1}').bytes.toString()).toBe('{"n":1}')
  expect(encodeBody('/c', '{"n":3}').bytes.toString()).toBe('{"n":3}')
})

test('a body longer than the whole memory is answered all the same', () => {
  const long = 'x'.repeat(9_000_000)
  expect(encodeBody('/long', long).bytes.length).toBe(9_000_000)
  expect(encodeBody('/b', '{"n":2}').etag).toBe(etagOf('{"n":2}'))
})
