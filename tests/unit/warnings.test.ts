import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createProxyHint, startWarnings } from '@/server/warnings'

const STORE = { EVIDENCE_DIR: '/evidence', BLOB_READ_WRITE_TOKEN: undefined }
const settings = (hops = 0, url?: string, host?: string) => ({
  PORT: 3000,
  LISTEN_HOST: host,
  TRUSTED_PROXY_HOPS: hops,
  APP_URL: url,
  ...STORE,
})

describe('a start', () => {
  test('on loopback, or behind declared proxies with TLS, needs no warning', () => {
    expect(startWarnings('http://localhost:3000', settings(), true)).toEqual([])
    expect(startWarnings('http://localhost:3000', settings(0, 'http://localhost:3000'), false)).toEqual([])
    for (const host of ['127.0.0.1', '10.0.0.7', '::'])
      expect(startWarnings('https://trellis.example', settings(1, undefined, host), false)).toEqual([])
  })

  test('for others without its address says that they can only read', () => {
    const unset = startWarnings('http://localhost:3000', settings(), false)
    const behindProxy = startWarnings('http://localhost:3000', settings(1, 'http://localhost:3000/'), true)
    expect(unset).toEqual([expect.stringMatching(/^APP_URL is not set, .*not sign in or write\. Set it/)])
    expect(behindProxy).toEqual([expect.stringMatching(/^APP_URL is http:\/\/localhost:3000, .*not sign in or write/)])
  })

  test.each(['https://trellis.example/app', 'https://trellis.example/?a=b'])(
    'under %s says what has no effect',
    (url) => {
      const warningsFor = (address: string) =>
        startWarnings('https://trellis.example', settings(1, address, '127.0.0.1'), false)
      expect(warningsFor(url)).toEqual([expect.stringMatching(/^APP_URL has more than the site's address/)])
      expect(warningsFor('https://trellis.example/')).toEqual([])
    },
  )

  test('under a public name on the embedded default says that nobody else reaches it', () => {
    const [warning, ...others] = startWarnings('https://trellis.example', settings(1), true)
    expect(others).toEqual([])
    expect(warning).toMatch(/^APP_URL is https:\/\/trellis\.example, .*this machine only.*Set DATABASE_URL/)
  })

  test('under a public name without TLS says that nobody can sign in', () => {
    const warnings = startWarnings('http://trellis.example', settings(), false)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/without TLS.*nobody can sign in/)
  })

  test('with TLS before it and no trusted proxy says that all clients would be one', () => {
    const warnings = startWarnings('https://trellis.example', settings(), false)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/TRUSTED_PROXY_HOPS is not set.*one network/)
  })

  test('behind proxies that one can go past says that clients choose their network address', () => {
    const warnings = startWarnings('https://trellis.example', settings(1), false)
    expect(warnings).toEqual([expect.stringMatching(/^TRUSTED_PROXY_HOPS is 1, .*all interfaces.*Set LISTEN_HOST/)])
  })

  test('on the embedded default, which listens on loopback only, says that LISTEN_HOST has no effect', () => {
    const warnings = startWarnings('http://localhost:3000', settings(0, undefined, '0.0.0.0'), true)
    expect(warnings).toEqual([expect.stringMatching(/^LISTEN_HOST has no effect without DATABASE_URL/)])
  })
})

test('a start without a store for evidence says that no file can be uploaded', () => {
  const without = (store: Partial<typeof STORE> | { BLOB_READ_WRITE_TOKEN: string }) =>
    startWarnings('http://localhost:3000', { ...settings(), EVIDENCE_DIR: undefined, ...store }, true)
  expect(without({})).toEqual([expect.stringMatching(/^EVIDENCE_DIR is not set, .*uploaded\. Set it/)])
  expect(without({ BLOB_READ_WRITE_TOKEN: 'token' })).toEqual([])
})

test('a start with a blob store beside a folder says that files of the folder alone cannot be read', () => {
  const both = { ...settings(), BLOB_READ_WRITE_TOKEN: 'token' }
  expect(startWarnings('http://localhost:3000', both, true)).toEqual([
    expect.stringMatching(/^EVIDENCE_DIR is not used beside BLOB_READ_WRITE_TOKEN, .*Copy them/),
  ])
})

describe('requests that a proxy has forwarded', () => {
  /** As much of a request as is looked at. */
  function from(address: string, forwardedFor?: string): IncomingMessage {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: address })
    const request = new IncomingMessage(socket)
    if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor
    return request
  }

  function told(requests: readonly IncomingMessage[], hops = 0): string[] {
    const said: string[] = []
    const observe = createProxyHint(
      (line) => said.push(line),
      () => hops,
    )
    for (const request of requests) observe(request)
    return said
  }

  const many = (make: (index: number) => IncomingMessage) => Array.from({ length: 100 }, (_, index) => make(index))

  test.each(['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.17.0.1', '192.168.1.4', 'fd00::7'])(
    'all from %s are told of once, with what to set',
    (address) => {
      const said = told(many((index) => from(address, `203.0.113.${index}`)))
      expect(said).toHaveLength(1)
      expect(said[0]).toContain('TRUSTED_PROXY_HOPS')
      expect(said[0]).not.toContain('203.0.113')
    },
  )

  test('are not told of when the proxies are declared, when they are few, or when clients say so themselves', () => {
    expect(
      told(
        many(() => from('127.0.0.1', '203.0.113.7')),
        1,
      ),
    ).toEqual([])
    expect(told(many(() => from('127.0.0.1', '203.0.113.7')).slice(0, 9))).toEqual([])
    expect(told(many(() => from('198.51.100.7', '203.0.113.7')))).toEqual([])
    expect(told(many((index) => from(`10.0.0.${index}`, '203.0.113.7')))).toEqual([])
    expect(told(many(() => from('127.0.0.1')))).toEqual([])
  })
})
