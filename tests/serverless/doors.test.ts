import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSites, type Sites } from '@/tests/serverless/sites'
import { startBareSite } from '@/tests/support/bare-site'
import { bareSite } from '@/tests/support/built-site'
import { bareMessage } from '@/tests/support/mcp'
import { freePort } from '@/tests/support/pages-service'
import { freshAccount } from '@/tests/support/pages-wallet'
import { type Response, request } from '@/tests/support/request'
import { expectError } from '@/tests/support/walk'

/** Sign-ins that one network may begin in ten minutes. */
const SIGN_INS_MAX = 24
/** Searches that one network may make in ten minutes. */
const SEARCHES_MAX = 120
const HOUR = 3600
/** Other headers in which proxies pass addresses on. */
const OTHER_HEADERS = ['x-real-ip', 'x-vercel-forwarded-for', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']

let sites: Sites
beforeAll(async () => {
  sites = await openSites(1, { RATE_LIMIT_SCALE: '1' })
})
afterAll(() => sites?.close())

let hoursOn = 0

/** Puts the clock to the first second of another hour, so that no window ends while a test counts. */
function startWindow(): void {
  hoursOn += 2
  sites.setClock(hoursOn * HOUR - (Math.floor(Date.now() / 1000) % HOUR))
}

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  request(sites.base, { method, path, headers: { host: new URL(sites.base).host, ...headers } })

/** Begins a sign-in of a new wallet. @param forwardedFor what the trusted hop passes on. */
function beginSignIn(base: string, forwardedFor: string, others: Record<string, string> = {}): Promise<Response> {
  return request(base, {
    method: 'POST',
    path: '/api/v1/auth/challenge',
    headers: {
      host: new URL(base).host,
      'content-type': 'application/json',
      'x-forwarded-for': forwardedFor,
      ...others,
    },
    body: JSON.stringify({ address: freshAccount().address, chainId: 1 }),
  })
}

test('the MCP server answers here too, and its metadata stands beside it', async () => {
  const post = (method: string) => {
    const { headers, body } = bareMessage(method)
    const host = new URL(sites.base).host
    return request(sites.base, {
      method: 'POST',
      path: '/mcp',
      headers: { host, ...headers },
      body: JSON.stringify(body),
    })
  }
  const listed = await post('tools/list')
  expect(listed.status, listed.text).toBe(200)
  expect(listed.body.result.tools.length).toBeGreaterThan(50)
  expect((await ask('GET', '/mcp')).status).toBe(405)
  const metadata = await ask('GET', '/.well-known/oauth-protected-resource/mcp')
  expect(metadata.body).toMatchObject({ bearer_methods_supported: ['header'] })
})

describe('limits by network', () => {
  test('go by the address that the trusted hop wrote; what a client wrote to its left moves nothing, nor does any other header', async () => {
    startWindow()
    for (let count = 0; count < SIGN_INS_MAX; count += 1) {
      const { status, text } = await beginSignIn(sites.base, `198.51.100.${count}, 203.0.113.7`)
      expect(status, text).toBe(201)
    }
    for (const spoofed of [
      '198.51.100.99, 203.0.113.7',
      '203.0.113.8,203.0.113.7',
      'x, , 203.0.113.7',
      '203.0.113.7',
    ]) {
      expectError(await beginSignIn(sites.base, spoofed), 429, 'rate_limited')
    }
    for (const header of OTHER_HEADERS) {
      expectError(await beginSignIn(sites.base, '203.0.113.7', { [header]: '192.0.2.1' }), 429, 'rate_limited')
    }
    expect((await beginSignIn(sites.base, '203.0.113.7, 203.0.113.8')).status).toBe(201)
  })

  test('the page of the search counts with the search of the API, by the same address', async () => {
    startWindow()
    const search = (path: string, forwardedFor: string) => ask('GET', path, { 'x-forwarded-for': forwardedFor })
    const API = '/api/v1/search?q=nothinglikeit'
    const PAGE = '/search?q=nothinglikeit'
    expect((await search(PAGE, '203.0.113.20')).text).toContain('Nothing found.')
    const answers = await Promise.all(Array.from({ length: SEARCHES_MAX - 1 }, () => search(API, '203.0.113.20')))
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
    for (const address of ['203.0.113.20', '198.51.100.1, 203.0.113.20']) {
      expectError(await search(API, address), 429, 'rate_limited')
      const page = (await search(PAGE, address)).text
      expect(page).toContain('Too many requests from this network.')
      expect(page).not.toContain('Nothing found.')
    }
    expect((await search(PAGE, '203.0.113.21')).text).toContain('Nothing found.')
    expect((await search('/search', '203.0.113.20')).text).not.toContain('Too many requests')
  })
})

describe('below /api', () => {
  test('an unknown path is 404 and a wrong method 405, both as the error object', async () => {
    for (const path of ['/api', '/api/nothing', '/api/v1/challenges/x/y/z', '/api/v1/challenges.json']) {
      expectError(await ask('GET', path), 404, 'not_found')
    }
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const refused = await ask(method, '/api/v1/challenges')
      expectError(refused, 405, 'method_not_allowed')
      expect(refused.headers['allow']).toBe('GET, POST, HEAD, OPTIONS')
    }
  })

  test('a write by a page of another site is refused', async () => {
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' }
    expectError(await ask('POST', '/api/v1/missions', headers), 403, 'forbidden')
  })

  test('a body over the limit is refused', async () => {
    const refused = await request(sites.base, {
      method: 'POST',
      path: '/api/v1/auth/challenge',
      headers: { host: new URL(sites.base).host, 'content-type': 'application/json' },
      body: JSON.stringify({ address: 'x'.repeat(30_000) }),
    })
    expectError(refused, 413, 'payload_too_large')
  })
})

test('Next’s resizing of pictures is not there', async () => {
  for (const path of ['/_next/image', '/_next/image?url=%2Fpicture.png&w=640&q=75']) {
    expect((await ask('GET', path)).status, path).toBe(404)
  }
})

describe('a process that is set up wrongly says so in one line as it starts', () => {
  const { folder } = bareSite()

  /** What a process with just these variables says, and what becomes of a visit to it. */
  async function tried<T>(settings: Record<string, string>, visit: (base: string) => Promise<T>) {
    const port = await freePort()
    const site = await startBareSite(folder, { PORT: String(port), ...settings })
    try {
      const visited = await visit(site.base)
      return { said: site.log().split('\n'), visited }
    } finally {
      await site.stop()
    }
  }

  const health = (base: string) => request(base, { method: 'GET', path: '/api/health', headers: { host: 'localhost' } })

  test('which variables are missing; the API answers 503 as its error object', async () => {
    const { said, visited } = await tried({}, health)
    const [line = '', ...others] = said.filter((one) => one.includes('The environment is not usable'))
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'SERVICE_PRIVATE_KEY']) expect(line).toContain(name)
    expect(others).toEqual([])
    expectError(visited, 503, 'unavailable')
    expect(visited.headers['x-frame-options']).toBe('DENY')
  })

  test('that the schedule has no secret, that evidence would be lost, and that no client has an address', async () => {
    const { DATABASE_URL = '', SESSION_SECRET = '', SERVICE_PRIVATE_KEY = '' } = sites.instances[0]?.environment ?? {}
    const { clockFile: CLOCK_FILE } = sites
    const settings = { DATABASE_URL, SESSION_SECRET, SERVICE_PRIVATE_KEY, CLOCK_FILE, EVIDENCE_DIR: '/tmp/evidence' }
    const { said, visited } = await tried({ ...settings, APP_URL: 'http://trellis.example' }, async (base) => {
      startWindow()
      const statuses: number[] = []
      for (let count = 0; count <= SIGN_INS_MAX; count += 1) {
        statuses.push((await beginSignIn(base, `198.51.100.${count}`)).status)
      }
      return statuses
    })
    const beginnings = ['APP_URL is not https', 'CRON_SECRET is not', 'TRUSTED_PROXY_HOPS is 0', 'EVIDENCE_DIR is a']
    for (const beginning of beginnings) {
      expect(
        said.filter((line) => line.startsWith(beginning)),
        beginning,
      ).toHaveLength(1)
    }
    expect(said.join('\n')).not.toContain(SESSION_SECRET)
    // Nobody's word for an address is taken: all clients are one network, and the last of them finds its limit reached.
    expect(visited).toEqual([...Array.from({ length: SIGN_INS_MAX }, () => 201), 429])
  })

  test('and one that is set up well says nothing', () => {
    expect(sites.instances[0]?.log()).not.toMatch(/is not|is 0|is a folder/)
  })
})
