import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let plain: string
beforeAll(async () => {
  world = await openWorld()
  plain = await (await ask('identity')).text()
})
afterAll(() => world.close())

const ask = (encoding: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${world.base}/api/v1/openapi.json`, { method, headers: { 'accept-encoding': encoding, ...headers } })

test.each(['br', 'gzip'])('what never changes is compressed by %s, and reads the same', async (encoding) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask(encoding, {}, method)
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(plain.length / 8)
    expect(await answer.text()).toBe(method === 'GET' ? plain : '')
  }
})

test.each(['identity', 'br;q=0, gzip;q=0.0', 'deflate, zstd'])(
  'it comes plain to who asks for “%s”',
  async (encoding) => {
    const { headers } = await ask(encoding)
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(plain))
  },
)

test('one weak ETag names it in every encoding', async () => {
  const [etag] = new Set(
    await Promise.all(['br', 'gzip', 'identity'].map(async (one) => (await ask(one)).headers.get('etag'))),
  )
  expect(etag).toMatch(/^W\/"/)
  for (const encoding of ['br', 'identity']) {
    const again = await ask(encoding, { 'if-none-match': etag ?? '' })
    expect([again.status, again.headers.get('etag'), again.headers.get('vary')]).toEqual([304, etag, 'Accept-Encoding'])
  }
})
