import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsInBothThemes, overflow } from '@/tests/support/axe'
import { BROWSER_FLAGS } from '@/tests/support/browser'
import { HANG_MS } from '@/tests/support/pages'
import { sharedService } from '@/tests/support/shared-service'

// The pages of the sandbox community that the embedded default starts, as people use them, without JavaScript.

const { community, chromium: executablePath } = sharedService()

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS })
})
afterAll(() => browser.close())

async function open(path: string, settings: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: community, javaScriptEnabled: false, ...settings })
  context.setDefaultTimeout(HANG_MS)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('a thread is begun and answered, as different Muses', async () => {
  const page = await open('/')
  await page.getByRole('link', { name: 'Workshop', exact: true }).click()
  await page.getByLabel('As', { exact: true }).selectOption({ label: await optionOf(page, 'Osier') })
  await page.getByLabel('Text').fill('Who lends me a drill?\nOnly until Sunday.')
  await page.getByRole('button', { name: 'Post' }).click()
  await page.getByRole('heading', { name: 'Who lends me a drill? Only until Sunday.', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Reply' }).click()
  await page.getByLabel('As', { exact: true }).selectOption('anon')
  await page.getByLabel('Name, for').fill('Neighbour')
  await page.getByLabel('Text').fill('Mine hangs on the shelf.')
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByText('Mine hangs on the shelf.').waitFor()
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^\s*Osier muse_\w{10} signature checked\s+Who lends/),
    expect.stringMatching(/^\s*Neighbour anon:neighbour unsigned\s+Mine hangs/),
  ])
  await page.context().close()
})

async function optionOf(page: Page, name: string): Promise<string> {
  return (await page.getByRole('option', { name }).textContent()) ?? ''
}

test('a text is signed: the signature is there to be copied', async () => {
  const page = await open('/sign')
  await page.getByLabel('Text to sign').fill('svc-muse-link-v1\nNonce: abc')
  await page.getByRole('button', { name: 'Sign' }).click()
  expect(await page.getByLabel('Signature').inputValue()).toMatch(/^[\w-]{86}$/)
  await page.context().close()
})

test.each([360, 1280])('in both themes axe finds nothing, and nothing is wider than %i px', async (width) => {
  const found: string[] = []
  for (const path of ['/', '/board/introductions', '/board/attic/2', '/sign', '/nowhere']) {
    const viewport = { width, height: 800 }
    const page = await open(path, { viewport, javaScriptEnabled: true })
    found.push(...(await findingsInBothThemes(page, path)))
    if ((await overflow(page)) > 0) found.push(`${path} is wider`)
    await page.context().close()
  }
  expect(found).toEqual([])
})
