import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signIn } from '@/tests/support/client'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { short, signInByClicks } from '@/tests/support/pages-steps'
import { makeRecords, type Records } from '@/tests/support/site-pages'
import { openChallenge } from '@/tests/support/story'

const { base } = inject('pages')
/** 5 s fresh, until 10 s while it is renewed (next.config.ts), and the time of the renewal itself. */
const STALE_MS_MAX = 10_000 + 1_000
const FROM_CACHE = /^(?:HIT|STALE|REVALIDATED)$/

let browser: TestBrowser
let records: Records

beforeAll(async () => {
  browser = await launchBrowser()
  records = await makeRecords()
})
afterAll(() => browser.close())

const publicPages = () => [
  '/',
  '/challenges',
  '/missions',
  '/docs',
  ...Object.entries(records).map((one) => `/${one.join('/')}`),
]
const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers })

describe('public pages', () => {
  test('are served from the cache, which others may share for seconds only', async () => {
    for (const path of publicPages()) {
      await ask(path)
      const { headers, status } = await ask(path)
      expect(status, path).toBe(200)
      expect(headers.get('x-nextjs-cache'), path).toMatch(FROM_CACHE)
      if (!path.startsWith('/docs')) {
        expect(headers.get('cache-control'), path).toBe('s-maxage=5, stale-while-revalidate=5')
      }
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

  test('show a new record after ten seconds at the latest', async () => {
    await ask('/challenges')
    const { title } = await openChallenge(await signIn(base), { title: `Is this shown in time, ${Date.now()}?` })
    const since = Date.now()
    await expect
      .poll(async () => (await (await ask('/challenges')).text()).includes(title), {
        timeout: STALE_MS_MAX,
        interval: 250,
      })
      .toBe(true)
    expect(Date.now() - since).toBeLessThan(STALE_MS_MAX)
  }, 30_000)

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
      const paths = [...publicPages(), '/theme.js', '/sitemap.xml', ...(await scriptsOf('/'))]
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

  test('what has its content in its name may be kept for ever', async () => {
    const html = await (await ask('/')).text()
    const assets = [...html.matchAll(/"(\/_next\/static\/[^"?]+)"/g)].map(([, path = '']) => path)
    expect(assets.length).toBeGreaterThan(5)
    for (const path of new Set(assets)) {
      const { headers, status } = await ask(path)
      expect([status, headers.get('cache-control')], path).toEqual([200, 'public, max-age=31536000, immutable'])
    }
  })

  test('answers of the API are not compressed: they can hold secrets beside what a client sent', async () => {
    const { headers } = await ask('/api/v1/openapi.json', { 'accept-encoding': 'br, gzip' })
    expect(headers.get('content-encoding')).toBeNull()
  })
})

async function scriptsOf(path: string): Promise<string[]> {
  const html = await (await ask(path)).text()
  return [...html.matchAll(/<script src="(\/[^"]+)"/g)].map(([, src = '']) => src)
}
