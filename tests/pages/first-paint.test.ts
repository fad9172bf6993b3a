import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { watchNetwork } from '@/tests/support/network'
import { DESKTOP, PHONE, testBrowser } from '@/tests/support/pages'
import { openAs } from '@/tests/support/pages-people'
import { walletButton } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'

const browser = testBrowser()

const isScript = (url: string) => /\/_next\/static\/.*\.js$/.test(new URL(url).pathname)

/** The faces that a page asks for from now on, each by the letters that its file holds. */
function facesOf(page: Page): readonly string[] {
  const faces: string[] = []
  page.on('request', (request) => {
    const letters = /(ascii|latin)\b.*\.woff2$/.exec(new URL(request.url()).pathname)?.[1]
    if (letters) faces.push(letters)
  })
  return faces
}

/** Goes to a page that is told of no frame before `draw` is called, and notes which scripts of the build and faces it asks for. */
async function openUndrawn(page: Page, path: string) {
  const scripts: string[] = []
  const faces = facesOf(page)
  page.on('request', (request) => {
    if (isScript(request.url())) scripts.push(request.url())
  })
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const ask = window.requestAnimationFrame
    window.requestAnimationFrame = (run) => held.push(() => ask(run))
    const observe = PerformanceObserver.prototype.observe
    PerformanceObserver.prototype.observe = function (options) {
      held.push(() => observe.call(this, options))
    }
    addEventListener('draw', () => {
      window.requestAnimationFrame = ask
      PerformanceObserver.prototype.observe = observe
      for (const run of held) run()
    })
  })
  await page.goto(path)
  return { scripts, faces, draw: () => page.evaluate(() => dispatchEvent(new Event('draw'))) }
}

/** Where the words of the first screen stand: the upper edges of what holds them, in pixels. */
const edgesOf = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd')]
      .map((element) => element.getBoundingClientRect().top)
      .filter((top) => top < innerHeight),
  )

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
  expect(scripts.filter((script) => !script.includes('type="text/plain"'))).toEqual([])
  // A data block has no attribute of a script (HTML Standard §4.12.1).
  expect(scripts.filter((script) => / (?:src|async|nomodule)=/i.test(script))).toEqual([])
  expect(html).not.toContain('as="script"')
})

test.for(['/', '/challenges', '/review'])('%s carries one frame, and no other page', async (path) => {
  const response = await fetch(browser.base + path)
  const html = await response.text()
  // Once to be shown, and once as the data that React hydrates it with.
  expect(html.match(/Skip to the content/g)).toHaveLength(2)
  expect(response.headers.get('link')).toBe(null)
  // Whoever runs no scripts has the faces from the start.
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en" class="[^"]*_variable/)
  expect(html).not.toContain('rel="preload"')
})

test('the faces come after the first frame, all at once; the next page of the tab begins with them', async () => {
  const { page } = await browser.open({ path: 'about:blank' })
  const { faces, draw } = await openUndrawn(page, '/challenges')
  const html = page.locator('html')
  const familyOf = () => page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)
  expect(await html.getAttribute('class')).toBe(null)
  expect(await familyOf()).toMatch(/^"Arial as Ysabeau"/)
  expect(faces).toEqual([])
  await draw()
  await expect.poll(() => html.getAttribute('class')).toMatch(/_variable/)
  expect(await familyOf()).not.toMatch(/^"Arial as Ysabeau"/)
  expect(faces).toEqual(['ascii', 'ascii', 'ascii', 'ascii'])
  expect(await page.evaluate(() => document.fonts.status)).toBe('loaded')
  await page.goto('/missions')
  expect(await html.getAttribute('class')).toMatch(/_variable/)
})

test.for([
  ['/', PHONE],
  ['/', DESKTOP],
  ['/challenges', PHONE],
  ['/status', DESKTOP],
] as const)('no line of %s is gained or lost when its faces come', async ([path, viewport]) => {
  const { page } = await browser.open({ path: 'about:blank', viewport })
  const { draw } = await openUndrawn(page, path)
  const before = await edgesOf(page)
  await draw()
  await page.locator('html[class]').waitFor()
  const after = await edgesOf(page)
  expect(before.length).toBeGreaterThan(5)
  expect(after).toHaveLength(before.length)
  const LINE = 16
  for (const [place, edge] of before.entries()) expect(Math.abs((after[place] ?? 0) - edge)).toBeLessThan(LINE)
})

test('the faces of a page are those of its letters', async () => {
  const { page } = await browser.open({ path: 'about:blank' })
  const faces = facesOf(page)
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
