import { readdirSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSites, type Sites } from '@/tests/serverless/sites'
import { BROWSER_FLAGS, findChromium } from '@/tests/support/browser'
import { watchNetwork } from '@/tests/support/network'
import { noteViolations, policyOf, violations } from '@/tests/support/page-policy'
import { HANG_MS } from '@/tests/support/pages'
import { connectWallet, signButton, walletDialog } from '@/tests/support/pages-steps'
import { installWallet } from '@/tests/support/pages-wallet'
import { request } from '@/tests/support/request'
import { sitePages } from '@/tests/support/site-pages'
import { completedMission, openChallenge } from '@/tests/support/story'

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
  '/challenges/feed.xml',
  '/no-such-file.txt',
]
const CALLS = ['/api/health', '/api/v1/challenges', '/api/v1/no-such-path', '/api/v1/openapi.json']
/** Addresses that one reader of paths may spell out and another may not. */
const ODD = [
  ...['/challenges%2e', '/no%2Esuch', '/%2e%2e', '/a.b/c', '/a/b.c/', '/a%0ab', '/a%0a/b', '/a%0d%0a/b.c'],
  ...['/%61pi/nothing', '/api%2fnothing', '/apix', '/_next', '/_next/x/y', '/%5fnext/x', '/challenges/;x', '/a%5cb'],
  ...['/wallets/%F0%9F%98%80', '/challenges?x=.js', '/a%3fb.c', '/docs/%2e%2e/api'],
]

let sites: Sites
let browser: Browser
let pages: string[]
beforeAll(async () => {
  sites = await openSites(1)
  browser = await chromium.launch({ executablePath: await findChromium(), args: BROWSER_FLAGS })
  const owner = await sites.wallet()
  const contributor = await sites.wallet()
  const challenge = await openChallenge(owner)
  const { mission, receipt } = await completedMission(owner, contributor, await sites.verifier())
  pages = sitePages({
    challenges: challenge.id,
    missions: mission.id,
    projects: mission.id,
    receipts: receipt.id,
    wallets: contributor.address,
  })
})
afterAll(async () => {
  await browser?.close()
  await sites?.close()
})

const ask = (address: string, init?: RequestInit) => fetch(`${sites.base}${address}`, { redirect: 'manual', ...init })

async function openWatched(): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({ baseURL: sites.base, reducedMotion: 'reduce' })
  context.setDefaultTimeout(HANG_MS)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  await page.addInitScript(noteViolations)
  return { page, context, errors }
}

test('a browser keeps each script of public/ for an hour', async () => {
  const scripts = readdirSync('public').filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  for (const name of scripts) {
    const { headers } = await ask(`/${name}`)
    expect(headers.get('cache-control'), name).toContain('max-age=3600')
  }
})

describe('the policy of every page, without our front', () => {
  test('allows the inline scripts of this answer by a nonce, and is strict in everything else', async () => {
    const nonces = new Set<string>()
    for (const address of [...pages, ...ABSENT]) {
      const response = await ask(address)
      const html = await response.text()
      const policy = policyOf(response)
      const [self, source = '', ...others] = policy.get('script-src') ?? []
      expect([self, others], address).toEqual(["'self'", []])
      const nonce = /^'nonce-([\w+/]{22}==)'$/.exec(source)?.[1] ?? ''
      expect(nonce, address).not.toBe('')
      expect(nonces.has(nonce), address).toBe(false)
      nonces.add(nonce)
      const inline = [...html.matchAll(/<script\b(?![^>]*\bsrc=)([^>]*)>/g)]
      expect(inline.length, address).toBeGreaterThan(0)
      for (const [tag] of inline) expect(tag, address).toContain(`nonce="${nonce}"`)
      policy.delete('script-src')
      expect(Object.fromEntries(policy), address).toEqual({
        'default-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      })
      expect(html, address).not.toMatch(/<style| style="| on\w+="/)
      expect(response.headers.get('cache-control'), address).toContain('no-store')
    }
  })

  test('is not moved by what a client sends', async () => {
    const mine = "script-src 'self' 'nonce-AAAAAAAAAAAAAAAAAAAAAA=='"
    const headers = { 'content-security-policy': mine, 'content-security-policy-report-only': mine }
    const response = await ask('/challenges', { headers })
    expect(response.headers.get('content-security-policy')).not.toContain('AAAAAAAA')
    expect(await response.text()).not.toContain('AAAAAAAA')
    const prefetch = await ask('/challenges', { headers: { 'next-router-prefetch': '1', purpose: 'prefetch' } })
    expect(prefetch.headers.get('content-security-policy')).toContain("'nonce-")
  })

  test('stands in every answer that a browser could take for a page, however its address is spelt', async () => {
    for (const path of ODD) {
      const { status, headers } = await request(sites.base, { method: 'GET', path, headers: { host: 'localhost' } })
      const isRedirect = status >= 300 && status < 400
      const policy = String(headers['content-security-policy'] ?? '')
      const strict = /script-src 'self'(?: 'nonce-[\w+/]{22}==')?;|^default-src 'none'; frame-ancestors 'none'$/
      if (!isRedirect) expect([path, status, policy]).toEqual([path, status, expect.stringMatching(strict)])
    }
  })

  test('blocks nothing of our own, on any page', async () => {
    const { page, context, errors } = await openWatched()
    const network = watchNetwork(page)
    // The pages of the documentation are made alike.
    const docs = ['/docs', '/docs/states', '/docs/challenges']
    const unlike = pages.filter((address) => !address.startsWith('/docs') || docs.includes(address))
    expect(unlike).toEqual(expect.arrayContaining(docs))
    for (const address of [...unlike, ...ABSENT]) {
      await page.goto(address)
      await network.rest()
      expect(await violations(page), address).toEqual([])
    }
    expect(errors).toEqual([])
    await context.close()
  })

  test('blocks nothing on the way from page to page and when somebody signs in', async () => {
    const { page, context, errors } = await openWatched()
    await installWallet(page, {})
    await page.goto('/')
    await page.getByRole('link', { name: 'Challenges', exact: true }).first().click()
    await page.waitForURL('**/challenges')
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await connectWallet(page)
    await signButton(page).click()
    await walletDialog(page).waitFor({ state: 'hidden' })
    expect(await violations(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})

describe('a script that somebody brought into a page, without our front', () => {
  const RUN = 'Reflect.set(window, "broken", true)'

  test('does not run when it is put into the document', async () => {
    const { page, context } = await openWatched()
    await page.goto('/challenges')
    await page.evaluate((run) => {
      const script = document.createElement('script')
      script.textContent = run
      const holder = document.createElement('div')
      holder.innerHTML = `<img src="/no-such-picture.png" onerror='${run}'>`
      const link = document.createElement('a')
      link.href = `javascript:${run}`
      document.body.append(script, holder, link)
      link.click()
    }, RUN)
    await expect.poll(async () => (await violations(page)).length).toBeGreaterThanOrEqual(3)
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
    await context.close()
  })

  test('does not run when it stands in the page that is sent', async () => {
    const { page, context } = await openWatched()
    await page.route('**/challenges', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('</body>', `<script>${RUN}</script></body>`)
      await route.fulfill({ response, body })
    })
    await page.goto('/challenges')
    await expect.poll(async () => (await violations(page)).length).toBe(1)
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
    await context.close()
  })
})

test('every answer has the headers that never change, as behind our front', async () => {
  const scripts = [...(await (await ask('/')).text()).matchAll(/"(\/_next\/static\/[^"?]+)"/g)].map(
    ([, src = '']) => src,
  )
  expect(scripts.length).toBeGreaterThan(5)
  for (const address of [...pages, ...ABSENT, ...FILES, ...CALLS, ...scripts.slice(0, 3), '/_next/nothing']) {
    const { headers } = await ask(address)
    expect(headers.get('x-content-type-options'), address).toBe('nosniff')
    expect(headers.get('x-frame-options'), address).toBe('DENY')
    expect(headers.get('referrer-policy'), address).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy'), address).toContain('camera=()')
    expect(headers.get('content-security-policy'), address).toContain("frame-ancestors 'none'")
    expect(headers.has('x-powered-by'), address).toBe(false)
  }
})

test('what is no page may load and run nothing', async () => {
  for (const address of [...FILES, ...CALLS, '/_next/nothing']) {
    const policy = (await ask(address)).headers.get('content-security-policy')
    expect(policy, address).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})

test('pages take no other method than reading', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const body = method === 'OPTIONS' ? undefined : 'x=1'
    const response = await ask('/challenges', { method, body })
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'GET, HEAD'])
    expect((await response.json()).error.code, method).toBe('method_not_allowed')
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
