import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openSites, type Sites } from '@/tests/serverless/sites'
import { startBareSite } from '@/tests/support/bare-site'
import { freePort } from '@/tests/support/pages-service'
import { freshAccount } from '@/tests/support/pages-wallet'
import { type Response, request } from '@/tests/support/request'
import { expectError } from '@/tests/support/walk'

/** Sign-ins that one network may begin in ten minutes. */
const SIGN_INS_MAX = 24

let sites: Sites
beforeAll(async () => {
  sites = await openSites(1, { RATE_LIMIT_SCALE: '1' })
})
afterAll(() => sites?.close())

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  request(sites.base, { method, path, headers: { host: new URL(sites.base).host, ...headers } })

/** Begins a sign-in of a new wallet. @param forwardedFor what the trusted hop passes on. */
function beginSignIn(base: string, forwardedFor: string): Promise<Response> {
  return request(base, {
    method: 'POST',
    path: '/api/v1/auth/challenge',
    headers: { host: new URL(base).host, 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ address: freshAccount().address, chainId: 1 }),
  })
}

describe('limits by network', () => {
  test('go by the address that the trusted hop wrote; what a client wrote to its left moves nothing', async () => {
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
    expect((await beginSignIn(sites.base, '203.0.113.7, 203.0.113.8')).status).toBe(201)
  })

  test('are not moved by the other headers in which proxies pass addresses on', async () => {
    const said = Object.fromEntries(
      ['x-real-ip', 'x-vercel-forwarded-for', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'].map(
        (name) => [name, name === 'forwarded' ? 'for=192.0.2.1' : '192.0.2.1'],
      ),
    )
    const { status } = await request(sites.base, {
      method: 'POST',
      path: '/api/v1/auth/challenge',
      headers: {
        host: new URL(sites.base).host,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
        ...said,
      },
      body: JSON.stringify({ address: freshAccount().address, chainId: 1 }),
    })
    expect(status).toBe(429)
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
  const { folder } = inject('bareSite')

  /** What a process says, and what it answers, with just these variables. */
  async function tried(settings: Record<string, string>): Promise<{ said: string[]; health: Response }> {
    const port = await freePort()
    const site = await startBareSite(folder, { PORT: String(port), ...settings })
    try {
      const health = await request(site.base, { method: 'GET', path: '/api/health', headers: { host: 'localhost' } })
      return { said: site.log().split('\n'), health }
    } finally {
      await site.stop()
    }
  }

  test('which variables are missing; the API answers 503 as its error object', async () => {
    const { said, health } = await tried({})
    const [line = '', ...others] = said.filter((one) => one.includes('The environment is not usable'))
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'SERVICE_PRIVATE_KEY']) expect(line).toContain(name)
    expect(others).toEqual([])
    expectError(health, 503, 'unavailable')
    expect(health.headers['x-frame-options']).toBe('DENY')
  })

  test('that the schedule has no secret, that no client has an address, and that evidence would be lost', async () => {
    const { DATABASE_URL = '', SESSION_SECRET = '', SERVICE_PRIVATE_KEY = '' } = sites.instances[0]?.environment ?? {}
    const { said, health } = await tried({
      DATABASE_URL,
      SESSION_SECRET,
      SERVICE_PRIVATE_KEY,
      APP_URL: 'http://trellis.example',
      EVIDENCE_DIR: '/tmp/evidence',
    })
    expect(health.status).toBe(200)
    for (const beginning of [
      'APP_URL is not https',
      'CRON_SECRET is not set',
      'TRUSTED_PROXY_HOPS is 0',
      'EVIDENCE_DIR is a folder',
    ]) {
      expect(
        said.filter((line) => line.startsWith(beginning)),
        beginning,
      ).toHaveLength(1)
    }
    expect(said.join('\n')).not.toContain(SESSION_SECRET)
  })

  test('and one that is set up well says nothing', () => {
    expect(sites.instances[0]?.log()).not.toMatch(/is not|is 0|is a folder/)
  })
})
