import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { watchNetwork } from '@/tests/support/network'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { openAs } from '@/tests/support/pages-people'
import { walletButton } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'

let browser: TestBrowser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

const isScript = (url: string) => /\/_next\/static\/.*\.js$/.test(new URL(url).pathname)

/** Goes to a page that draws no frame before `draw` is called, and notes which scripts of the build it asks for. */
async function openUndrawn(page: Page, path: string) {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (isScript(request.url())) scripts.push(request.url())
  })
  await page.addInitScript(() => {
    const held: FrameRequestCallback[] = []
    const ask = window.requestAnimationFrame
    window.requestAnimationFrame = (run) => held.push(run)
    addEventListener('draw', () => {
      window.requestAnimationFrame = ask
      for (const run of held) ask(run)
    })
  })
  await page.goto(path)
  return { scripts, draw: () => page.evaluate(() => dispatchEvent(new Event('draw'))) }
}

test('no script of the build is loaded before the first frame; a press before it is not lost', async () => {
  const { page } = await browser.open({ path: 'about:blank' })
  const { scripts, draw } = await openUndrawn(page, '/challenges')
  await walletButton(page).dblclick()
  expect(scripts).toEqual([])
  await draw()
  await page.getByRole('dialog').waitFor()
  expect(scripts).not.toEqual([])
})

test('somebody who is signed in and presses before the first frame gets the menu of their wallet', async () => {
  const { page } = await openAs(browser, '/missions')
  const { draw } = await openUndrawn(page, '/challenges')
  await page.getByRole('button', { name: 'Connect' }).click()
  await draw()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
})

test('a form that is sent before the first frame is answered by the page', async () => {
  const { page } = await browser.open({ path: 'about:blank' })
  const { draw } = await openUndrawn(page, '/verify')
  await page.getByText('Or paste its text').click()
  await page.getByLabel('Text of the file').fill('{}')
  await page.getByRole('button', { name: 'Check the text' }).click()
  await draw()
  await page.getByText('The pasted text holds no receipt').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('a name that is typed and kept before the first frame is not lost', async () => {
  const address = freshAccount().address
  const { page, goto } = await browser.open({ path: 'about:blank' })
  const { draw } = await openUndrawn(page, `/wallets/${address}`)
  const field = page.getByLabel('Your own name for it, seen by you alone')
  await field.fill('Gardener')
  await field.press('Enter')
  await draw()
  await page.getByText('Kept in this browser.').waitFor()
  await goto(`/wallets/${address}`)
  await draw()
  await expect.poll(() => field.inputValue()).toBe('Gardener')
})

test.for(['/', '/challenges', '/docs', '/review', '/no-such-page'])('%s holds them as data', async (path) => {
  const html = await (await fetch(browser.base + path)).text()
  const scripts = html.match(/<script [^>]*src="[^>]*>/g) ?? []
  expect(scripts.filter((script) => script.includes('/_next/static/')).length).toBeGreaterThan(5)
  expect(scripts.filter((script) => !script.includes('type="text/plain"'))).toEqual(['<script src="/document.js">'])
  expect(html).not.toContain('as="script"')
})

test.for(['/', '/challenges', '/review'])('%s carries one frame, and no other page', async (path) => {
  const response = await fetch(browser.base + path)
  const html = await response.text()
  // Once to be shown, and once as the data that React hydrates it with.
  expect(html.match(/Skip to the content/g)).toHaveLength(2)
  expect(response.headers.get('link')).toBe(null)
  expect(html.match(/<link rel="preload"[^>]*\.woff2"/g)).toHaveLength(4)
})

test('the faces of a page are those of its letters', async () => {
  const { page } = await browser.open({ path: 'about:blank' })
  const faces: string[] = []
  page.on('request', (request) => {
    const face = /(ascii|latin)\b.*\.woff2$/.exec(new URL(request.url()).pathname)?.[1]
    if (face) faces.push(face)
  })
  const network = watchNetwork(page)
  await page.goto('/agent')
  await network.rest()
  expect(faces).toEqual(['ascii', 'ascii', 'ascii', 'ascii'])
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.textContent = 'Crème brûlée'
  })
  await network.rest()
  expect(faces.slice(4)).toEqual(['latin'])
})

test('a page that its scripts alone draw is left as it is', async () => {
  const { page, expectFault } = await browser.open({ path: 'about:blank' })
  expectFault(/status of 404/)
  const html = await (await fetch(`${browser.base}/challenges/no-such-id`)).text()
  expect(html).not.toContain('type="text/plain"')
  await page.goto('/challenges/no-such-id')
  await page.getByRole('heading', { level: 1 }).waitFor()
})
