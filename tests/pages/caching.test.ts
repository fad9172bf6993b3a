import { connect } from 'node:net'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { startService } from '@/tests/support/pages-service'
import { short, signInByClicks } from '@/tests/support/pages-steps'
import { bundledService } from '@/tests/support/script'
import { besideSharedService, sharedService } from '@/tests/support/shared-service'
import { makeRecords, type Records, recordPaths } from '@/tests/support/site-pages'
import { openChallenge } from '@/tests/support/story'
import { freePort } from '@/tests/support/world'

const { base } = sharedService()

const browser = testBrowser()
let records: Records

beforeAll(async () => {
  records = await makeRecords()
})

const publicPages = () => ['/', '/challenges', '/missions', '/docs', ...recordPaths(records)]
const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers })

describe('public pages', () => {
  test('are rendered once, and whoever keeps one asks whether it is still that one', async () => {
    for (const path of publicPages()) {
      await ask(path)
      const { headers, status } = await ask(path)
      expect(status, path).toBe(200)
      expect(headers.get('cache-status'), path).toBe('trellis; hit')
      expect(headers.get('cache-control'), path).toBe('public, no-cache')
    }
  })

  test('are the same bytes for everybody, and nobody gets a cookie by reading', async () => {
    const opened = await browser.open({ wallets: [{}] })
    const [wallet] = opened.wallets
    if (!wallet) throw new Error('No wallet.')
    await signInByClicks(opened.page, wallet)
    const cookies = await opened.context.cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(cookie).not.toBe('')
    for (const path of publicPages()) {
      const stranger = await ask(path)
      const viewer = await ask(path, { cookie, 'accept-language': 'de', 'user-agent': 'somebody' })
      expect(viewer.headers.get('set-cookie'), path).toBeNull()
      const html = await viewer.text()
      expect(html === (await stranger.text()), path).toBe(true)
      expect(html, path).not.toContain(wallet.account.address)
      expect(html, path).not.toContain(short(wallet.account.address))
    }
    await opened.close()
  })

  test('are not changed by what the first reader says of itself', async () => {
    const said = [
      { 'content-security-policy': "script-src 'nonce-src='" },
      { 'content-security-policy-report-only': `script-src 'nonce-${'a'.repeat(5_000)}'` },
      { 'user-agent': '' },
      {
        'sec-fetch-dest': 'image',
        cookie: '__prerender_bypass=1',
        traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      },
    ]
    for (const headers of [{}, ...said]) {
      // Nobody has read the page of a wallet that is made now.
      const path = `/wallets/${privateKeyToAccount(generatePrivateKey()).address}`
      const first = await ask(path, headers)
      const next = await ask(path)
      expect([first.status, next.status, next.headers.get('cache-status')]).toEqual([200, 200, 'trellis; hit'])
      const html = await next.text()
      expect(html.indexOf('<title>'), JSON.stringify(headers)).toBeLessThan(html.indexOf('<body'))
      expect(html, JSON.stringify(headers)).not.toContain('nonce=')
      expect(next.headers.get('link') ?? '').not.toContain('nonce')
      expect(next.headers.get('content-security-policy')).toContain("'sha256-")
    }
  })

  test('show every write to the very next reader, however many read meanwhile', async () => {
    const owner = await signIn(base)
    const cancelled = await openChallenge(owner)
    const record = `/challenges/${cancelled.id}`
    const pages = ['/', '/challenges', record, `/wallets/${owner.address}`]
    let isOver = false
    const readers = [...pages, ...pages].map(async (path) => {
      while (!isOver) expect((await ask(path)).status, path).toBe(200)
    })
    for (let count = 0; count < 12; count += 1) {
      const { id, title } = await openChallenge(await signIn(base), { title: `Is this shown at once, ${count}?` })
      const [home, list] = await Promise.all(['/', '/challenges'].map(async (path) => (await ask(path)).text()))
      expect(home, `home, ${count}`).toContain(title)
      expect(list, `list, ${count}`).toContain(id)
    }
    await openChallenge(owner, { title: 'Does the owner’s own page show it?' })
    expect(await (await ask(`/wallets/${owner.address}`)).text()).toContain('Does the owner’s own page show it?')
    expect(await (await ask(record)).text()).not.toContain('Nobody answered.')
    const { status } = await owner.post(`/api/v1${record}/cancel`, { reason: 'Nobody answered.' })
    expect([status, (await (await ask(record)).text()).includes('Nobody answered.')]).toEqual([201, true])
    isOver = true
    await Promise.all(readers)
  })

  test('show every write at another instance too, to its very next reader', async () => {
    const port = await freePort()
    const other = await startService({ ...besideSharedService(), PORT: String(port) }, bundledService())
    const there = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text()
    const owner = await signIn(base)
    const wallet = `/wallets/${owner.address}`
    await Promise.all(['/', '/challenges', wallet].map(there))
    const { id, title } = await openChallenge(owner, { title: 'Does the other instance know?' })
    for (const path of ['/', '/challenges', wallet, `/challenges/${id}`])
      expect(await there(path), path).toContain(title)
    expect(await there(`/challenges/${id}`)).not.toContain('Nobody answered.')
    await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Nobody answered.' })
    expect(await there(`/challenges/${id}`)).toContain('Nobody answered.')
    await other.stop()
  })

  test('are had by everybody after a write, though others left before they had them', async () => {
    const { hostname, port } = new URL(base)
    const paths = ['/', '/challenges', '/review', '/document.js', ...(await scriptsOf('/'))]
    for (let round = 0; round < 5; round += 1) {
      const leavers = paths.map(
        (path) =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(port), hostname, () => {
              socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
              setTimeout(() => resolve(void socket.destroy()), round)
            })
            socket.on('error', () => resolve())
          }),
      )
      await Promise.all([...leavers, openChallenge(await signIn(base))])
      const answers = paths.map((path) => fetch(base + path, { signal: AbortSignal.timeout(60_000) }))
      for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
    }
  })

  test('are kept when somebody only signs in, or is refused', async () => {
    await ask('/challenges')
    const stranger = await signIn(base)
    expect((await stranger.post('/api/v1/challenges', { title: 'x' })).status).toBe(400)
    const { headers } = await ask('/challenges')
    expect(headers.get('cache-status')).toBe('trellis; hit')
  })

  test('are not sent again to whoever has them', async () => {
    const first = await ask('/docs')
    const again = await ask('/docs', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })
})

describe('over the wire', () => {
  test.for(['br', 'gzip'])(
    'texts are compressed by %s when the client takes it, and read the same',
    async (encoding) => {
      const paths = [...publicPages(), '/document.js', '/sitemap.xml', ...(await scriptsOf('/'))]
      for (const path of paths) {
        const plain = await ask(path, { 'accept-encoding': 'identity' })
        const packed = await ask(path, { 'accept-encoding': encoding })
        expect(plain.headers.get('content-encoding'), path).toBeNull()
        expect(packed.headers.get('vary'), path).toMatch(/accept-encoding/i)
        const [plainText, packedText] = [await plain.text(), await packed.text()]
        if (plainText.length < 1_000) continue
        expect(packed.headers.get('content-encoding'), path).toBe(encoding)
        expect(packedText.length, path).toBe(plainText.length)
        expect(Number(packed.headers.get('content-length')), path).toBeLessThan(plainText.length / 1.7)
      }
    },
  )

  test('a file has the same weak ETag in every encoding, and is compressed once for all its readers', async () => {
    const path = `/receipts/${records['receipts']}/receipt.json`
    const [etag, ...others] = new Set(
      await Promise.all(['br', 'gzip', 'identity'].map(async (one) => (await packedBy(path, one)).get('etag'))),
    )
    expect([etag?.slice(0, 3), others]).toEqual(['W/"', []])
    const known = await ask(path, { 'accept-encoding': 'br', 'if-none-match': etag ?? '' })
    expect([known.status, known.headers.get('etag')]).toEqual([304, etag])
    expect(known.headers.get('vary')).toMatch(/accept-encoding/i)
    const length = async () => Number((await packedBy(path, 'br')).get('content-length'))
    // What many have read is compressed again, smaller; a body that is prepared for each reader never has many.
    const first = await length()
    await expect.poll(length).toBeLessThan(first)
  })

  test('what has its content in its name may be kept for ever', async () => {
    const html = await (await ask('/')).text()
    const assets = [...html.matchAll(/"(\/_next\/static\/[^"?\\]+)/g)].map(([, path = '']) => path)
    expect(assets.length).toBeGreaterThan(5)
    for (const path of new Set(assets)) {
      const { headers, status } = await ask(path)
      expect([status, headers.get('cache-control')], path).toEqual([200, 'public, max-age=31536000, immutable'])
    }
  })

  test('answers of the API are not compressed: they can hold secrets beside what a client sent', async () => {
    const answer = await ask('/api/v1/rules', { 'accept-encoding': 'br, gzip' })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect((await answer.text()).length).toBeGreaterThan(1_000)
  })
})

async function packedBy(path: string, encoding: string): Promise<Headers> {
  const answer = await ask(path, { 'accept-encoding': encoding })
  await answer.arrayBuffer()
  return answer.headers
}

async function scriptsOf(path: string): Promise<string[]> {
  const html = await (await ask(path)).text()
  return [...html.matchAll(/<script src="(\/[^"]+)"/g)].map(([, src = '']) => src)
}
