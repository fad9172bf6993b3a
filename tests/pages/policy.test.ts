import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { noteViolations, policyOf, violations } from '@/tests/support/page-policy'
import { DESKTOP, type TestBrowser, testBrowser } from '@/tests/support/pages'
import { connectWallet, signButton, walletButton, walletDialog } from '@/tests/support/pages-steps'
import { request } from '@/tests/support/request'
import { makeRecords, sitePages } from '@/tests/support/site-pages'

const ABSENT = ['/no-such-page', '/challenges/no-such-id', '/wallets/nobody']
const FILES = [
  '/document.js',
  '/acts.js',
  '/people.js',
  '/icon.svg',
  '/picture.png',
  '/manifest.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
]
const CALLS = ['/api/health', '/api/v1/challenges', '/api/v1/no-such-path', '/api/v1/openapi.json']

const browser = testBrowser()
let paths: string[]

beforeAll(async () => {
  paths = sitePages(await makeRecords())
})

const ask = (path: string, init?: RequestInit) => fetch(`${browser.base}${path}`, init)

function hashesOf(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  return scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

async function openWatched(settings?: Parameters<TestBrowser['open']>[0]) {
  const opened = await browser.open(settings)
  await opened.page.addInitScript(noteViolations)
  await opened.page.reload()
  return opened
}

describe('the policy of every page', () => {
  test('allows exactly the inline scripts that are in the page, and is strict in everything else', async () => {
    for (const path of [...paths, ...ABSENT]) {
      const response = await ask(path)
      const html = await response.text()
      const policy = policyOf(response)
      expect(policy.get('script-src'), path).toEqual(["'self'", ...new Set(hashesOf(html))])
      expect(hashesOf(html).length, path).toBeGreaterThan(0)
      policy.delete('script-src')
      expect(Object.fromEntries(policy), path).toEqual({
        'default-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      })
      expect(html, path).not.toMatch(/<style| style="| on\w+="/)
    }
  })

  test('is the same for HEAD, for a repeated and for a conditional request', async () => {
    const first = await ask('/')
    const policy = first.headers.get('content-security-policy')
    const etag = first.headers.get('etag') ?? ''
    const head = await ask('/', { method: 'HEAD' })
    const known = await ask('/', { headers: { 'if-none-match': etag } })
    expect([head.status, head.headers.get('content-security-policy')]).toEqual([200, policy])
    expect([known.status, known.headers.get('content-security-policy')]).toEqual([304, policy])
    expect(await known.text()).toBe('')
    expect(known.headers.get('etag')).toBe(etag)
  })

  test('is the same for a script of the build that a cache has: a worker obeys that of its own script', async () => {
    const html = await (await ask('/verify')).text()
    const [, path = ''] = /"(\/_next\/static\/chunks\/[^"?]+\.js)"/.exec(html) ?? []
    // Not by `fetch`, which asks for the whole file where it is given a condition.
    const first = await request(browser.base, { method: 'GET', path })
    const headers = { 'if-modified-since': first.headers['last-modified'] ?? '' }
    const known = await request(browser.base, { method: 'GET', path, headers })
    const policy = first.headers['content-security-policy']
    expect(policy).toContain("script-src 'self'")
    expect([known.status, known.headers['content-security-policy']]).toEqual([304, policy])
    expect(known.headers['vary']).toMatch(/accept-encoding/i)
  })

  test('blocks nothing on the way from page to page, when the theme is switched, or in the wallet’s dialogs', async () => {
    const { page, wallets } = await openWatched({ wallets: [{}], viewport: DESKTOP })
    await page.getByRole('link', { name: 'Challenges', exact: true }).first().click()
    await page.waitForURL('**/challenges')
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await page.goBack()
    await walletButton(page).click()
    await walletDialog(page).waitFor()
    await page.keyboard.press('Escape')
    const [wallet] = wallets
    if (!wallet) throw new Error('No wallet.')
    await connectWallet(page)
    await signButton(page).click()
    await walletDialog(page).waitFor({ state: 'hidden' })
    expect(await violations(page)).toEqual([])
  })
})

describe('a script that somebody brought into a page', () => {
  const RUN = 'Reflect.set(window, "broken", true)'

  test('does not run when it is put into the document', async () => {
    const { page, expectFault } = await openWatched()
    expectFault(/Content Security Policy/)
    await page.evaluate((run) => {
      const script = document.createElement('script')
      script.textContent = run
      const holder = document.createElement('div')
      holder.innerHTML = `<img src="/no-such-picture" onerror='${run}'><iframe srcdoc='<script>parent.broken=true</script>'></iframe>`
      document.body.append(script, holder)
      const link = document.createElement('a')
      link.href = `javascript:${run}`
      document.body.append(link)
      link.click()
    }, RUN)
    await expect.poll(async () => (await violations(page)).length).toBeGreaterThanOrEqual(3)
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
    expectFault(/status of 404/)
  })

  test('does not run when it stands in the page that is sent', async () => {
    const { page, goto, expectFault } = await openWatched()
    expectFault(/Content Security Policy/)
    await page.route('**/challenges', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('</body>', `<script>${RUN}</script></body>`)
      await route.fulfill({ response, body })
    })
    await goto('/challenges')
    await expect.poll(async () => (await violations(page)).length).toBe(1)
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
  })
})

test('every answer, of pages, files and the API, has the headers that never change', async () => {
  for (const path of [...paths, ...ABSENT, ...FILES, ...CALLS]) {
    const { headers } = await ask(path, { redirect: 'manual' })
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-frame-options'), path).toBe('DENY')
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy'), path).toContain('camera=()')
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(headers.has('x-powered-by'), path).toBe(false)
  }
})

test('what is no page may load and run nothing', async () => {
  for (const path of [...FILES, ...CALLS]) {
    const policy = (await ask(path)).headers.get('content-security-policy')
    expect(policy, path).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})

test('a script of the build, which a page may start as a worker, may load the rest of itself and nothing else', async () => {
  const html = await (await ask('/')).text()
  const scripts = [...html.matchAll(/"(\/_next\/static\/[^"?]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of new Set(scripts)) {
    const policy = (await ask(path)).headers.get('content-security-policy')
    expect(policy, path).toBe("default-src 'none'; script-src 'self'; frame-ancestors 'none'")
  }
})
