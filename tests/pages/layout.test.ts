import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { overflow } from '@/tests/support/axe'
import { signIn } from '@/tests/support/client'
import { createHold } from '@/tests/support/hold'
import { enlargeText } from '@/tests/support/page-walk'
import { testBrowser } from '@/tests/support/pages'
import { openAs } from '@/tests/support/pages-people'
import { signInByClicks, walletButton } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { bothLinks, dayFromNow, draftChallenge, openChallenge, seedMission } from '@/tests/support/story'

// That no page is wider than its screen is held in every-page.test.ts.

const browser = testBrowser()

test('the header holds everything on a small phone, also with news for somebody who is signed in', async () => {
  const account = freshAccount()
  const { id } = await draftChallenge(await signIn(browser.base, account))
  const [link] = bothLinks
  const recorded = await (await signIn(browser.base)).post(`/api/v1/challenges/${id}/submissions`, link)
  expect(recorded.status, recorded.text).toBe(201)
  const viewport = { width: 320, height: 640 }
  const { page, wallets } = await browser.open({ viewport, wallets: [{ accounts: [account] }] })
  const name = page.getByRole('banner').getByText('Trellis', { exact: true })
  const isWhole = () => name.evaluate((element) => element.scrollWidth <= element.clientWidth)
  expect(await isWhole()).toBe(true)
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  await walletButton(page)
    .getByText(/unread/)
    .waitFor()
  expect([await overflow(page), await isWhole()]).toEqual([0, true])
})

test('the menu of the wallet ends where its button does', async () => {
  const account = freshAccount()
  const { page, wallets } = await browser.open({ wallets: [{ accounts: [account] }] })
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  await walletButton(page).click()
  const menu = page.locator('[popover]').filter({ has: page.getByRole('navigation', { name: 'Your wallet' }) })
  const rightOf = async (part: typeof menu) => Math.round(await part.evaluate((e) => e.getBoundingClientRect().right))
  for (const width of [320, 390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => [width, await rightOf(menu)]).toEqual([width, await rightOf(walletButton(page))])
  }
})

test.for([320, 768, 1280])('each fact of the home page has two lines at most, %d px wide', async (width) => {
  const { page } = await browser.open({ path: '/', viewport: { width, height: 900 } })
  const lines = await page
    .getByRole('listitem')
    .filter({ hasText: /^(Never touches your money|Counts no votes|No e-mail, no password)$/ })
    .evaluateAll((facts) =>
      facts.map((fact) => fact.clientHeight / Number.parseFloat(getComputedStyle(fact).lineHeight)),
    )
  expect([lines.length, lines.filter((count) => count > 2.1)]).toEqual([3, []])
})

test('the number of a milestone stands on one line', async () => {
  const milestones = Array.from({ length: 20 }, () => ({ title: 'A step', required: true }))
  const { id } = await seedMission(await signIn(browser.base), { milestones })
  const { page } = await browser.open({ path: `/missions/${id}` })
  const heights = await page
    .getByRole('region', { name: 'Milestones and proof' })
    .locator('article > span')
    .evaluateAll((numbers) => numbers.map((number) => number.getBoundingClientRect().height))
  expect([heights.length, new Set(heights).size]).toEqual([20, 1])
})

test('with text twice as large nothing in the header or the navigation of a phone is cut off, or lies on something else', async () => {
  const { page, goto } = await browser.open({ path: '/verify', viewport: { width: 390, height: 844 } })
  await enlargeText(page, 2)
  await goto('/')
  const controls = page.getByRole('banner').locator('div a, div button').or(page.locator('nav[aria-label=Main] a'))
  const hidden = await controls.evaluateAll((all) => {
    const seen = all.filter((each) => each.checkVisibility())
    const boxes = seen.map((each) => [each.textContent ?? '', each.getBoundingClientRect()] as const)
    const lain = boxes.filter(([, one], place) =>
      boxes.some(
        ([, other], at) =>
          at !== place &&
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      ),
    )
    const outside = boxes.filter(([, { left, right }]) => left < 0 || right > innerWidth)
    return { seen: seen.length, lain: lain.map(([name]) => name), outside: outside.map(([name]) => name) }
  })
  expect(hidden).toEqual({ seen: 8, lain: [], outside: [] })
})

test('with text a little larger nothing becomes smaller: a thumb still finds every button', async () => {
  const { page, goto } = await browser.open({ path: '/verify', viewport: { width: 390, height: 844 } })
  await goto('/missions/new')
  await page.getByLabel('Title', { exact: true }).waitFor()
  const heights = () =>
    page
      .getByRole('main')
      .getByRole('button')
      .or(page.getByRole('main').getByRole('textbox'))
      .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.clientHeight))
  const usual = await heights()
  expect(usual.length).toBeGreaterThan(5)
  await enlargeText(page, 1.25)
  const larger = await heights()
  expect(larger.filter((height, at) => height < (usual[at] ?? 0))).toEqual([])
})

test('on a phone no column of the tables of errors and tools is out of view', async () => {
  const { page, goto } = await browser.open({ path: '/verify', viewport: { width: 390, height: 844 } })
  for (const [path, name] of [
    ['/docs/errors-and-limits', 'Error codes'],
    ['/docs/mcp', 'Every tool'],
  ] as const) {
    await goto(path)
    const area = page.getByRole('group', { name })
    expect(await area.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBeLessThanOrEqual(0)
  }
})

test('the queue of verifiers is one step from every page', async () => {
  const { page } = await browser.open({ path: '/verify', viewport: { width: 360, height: 740 } })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Review' }).click()
  await page.waitForURL('**/review')
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
})

test('the navigation marks the section that one is in, also after a step from page to page', async () => {
  const { page, goto, expectFault } = await browser.open({ path: '/', viewport: { width: 360, height: 740 } })
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  await expect.poll(() => current.allInnerTexts()).toEqual(['Home'])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Missions' }).click()
  await page.waitForURL('**/missions')
  await expect.poll(() => current.allInnerTexts()).toEqual(['Missions'])
  await goto('/status')
  await expect.poll(() => current.allInnerTexts()).toEqual([])
  expectFault(/status of 404/)
  await goto('/no-such-page')
  await expect.poll(() => current.allInnerTexts()).toEqual([])
})

test('what is not found asks to sign in only where one can', async () => {
  const { page, goto, expectFault } = await browser.open({ path: '/' })
  expectFault(/status of 404/)
  for (const [path, can] of [
    ['/no-such-page', false],
    ['/challenges/no-such-id', true],
  ] as const) {
    await goto(path)
    const words = page.getByText('Check the address for a missing letter')
    await words.waitFor()
    expect(/sign in/.test(await words.innerText()), path).toBe(can)
    expect(await page.getByRole('button', { name: 'Connect' }).isVisible(), path).toBe(can)
  }
})

test('a page for an unknown path names the site, in its header and its title', async () => {
  const { page, expectFault } = await browser.open()
  expectFault(/status of 404/)
  await page.goto(`${browser.base}/no-such-page`)
  await page.getByRole('banner').getByText('Trellis').waitFor()
  await expect.poll(() => page.title()).toBe('Page not found · Trellis')
})

test('a challenge and a mission of the same title are told apart by those of their pages', async () => {
  const owner = await signIn(browser.base)
  const title = 'Which one is this?'
  const [challenge, mission] = await Promise.all([draftChallenge(owner, { title }), seedMission(owner, { title })])
  const { page, goto } = await browser.open({ path: `/challenges/${challenge.id}` })
  expect(await page.title()).toBe(`Challenge: ${title} · Trellis`)
  await goto(`/missions/${mission.id}`)
  expect(await page.title()).toBe(`Mission: ${title} · Trellis`)
})

/** Runs in the page: how many words a calendar has, and of how many the reader sees only a part or two at once. */
function lainWords(drawing: Element) {
  const edge = drawing.getBoundingClientRect()
  const boxes = [...drawing.querySelectorAll('text')].map((text) => text.getBoundingClientRect())
  const outside = boxes.filter(
    (box) =>
      box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 4 || box.bottom > edge.bottom + 1,
  )
  const pairs = boxes.flatMap((one, place) => boxes.slice(place + 1).map((other) => [one, other] as const))
  const overlapping = pairs.filter(
    ([one, other]) =>
      one.left < other.right && other.left < one.right && one.top + 4 < other.bottom && other.top + 4 < one.bottom,
  )
  return { words: boxes.length, outside: outside.length, overlapping: overlapping.length }
}

test('on the narrowest phone no words of a calendar lie on others, whatever the days are and how large all text is', async () => {
  const owner = await signIn(browser.base)
  const days: [submission: number, decision: number][] = [
    [1, 2],
    [3, 40],
    [20, 40],
    [38, 40],
    [39, 40],
  ]
  const { page, goto } = await browser.open({ path: '/', viewport: { width: 360, height: 740 } })
  for (const [submission, decision] of days) {
    const over = { submissionDeadline: dayFromNow(submission), decisionDeadline: dayFromNow(decision) }
    const { id } = await openChallenge(owner, over)
    await goto(`/challenges/${id}`)
    const calendar = page.getByRole('img', { name: /^On the calendar/ })
    for (const times of [2, 1]) {
      await enlargeText(page, times)
      expect(await calendar.evaluate(lainWords), `${submission} and ${decision} days, text × ${times}`).toEqual({
        words: 4,
        outside: 0,
        overlapping: 0,
      })
    }
  }
})

test('in a low window nothing lies over the page: the navigation is at its end', async () => {
  const { page } = await browser.open({ path: '/', viewport: { width: 568, height: 320 } })
  const bar = page.getByRole('navigation', { name: 'Main' }).last()
  const isOver = () => bar.evaluate((element) => getComputedStyle(element).position === 'fixed')
  expect(await isOver()).toBe(false)
  expect(await bar.evaluate((element) => element.getBoundingClientRect().top > innerHeight)).toBe(true)
  await page.setViewportSize({ width: 568, height: 700 })
  expect(await isOver()).toBe(true)
})

/** The scripts of the build that a page has loaded and that hold some words. */
const scriptsWith = (page: Page, words: string): Promise<string[]> =>
  page.evaluate(async (looked) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const scripts = loaded.filter((name) => name.includes('/_next/') && name.endsWith('.js'))
    const texts = await Promise.all(scripts.map(async (name) => (await fetch(name)).text()))
    return scripts.filter((_, at) => texts[at]?.includes(looked))
  }, words)

test('actions are shown once the form that unfolds among them is there: it moves none from under a press', async () => {
  const { id } = await seedMission(await signIn(browser.base))
  const path = `/missions/${id}`
  const before = await openAs(browser, path)
  await before.page.getByRole('button', { name: 'Claim it' }).waitFor()
  const forms = await scriptsWith(before.page, '"Claim it"')
  expect(forms).toHaveLength(1)
  await before.close()

  const { page, goto } = await openAs(browser, '/docs')
  const { held, release } = createHold()
  await page.route(String(forms[0]), async (route) => {
    await held
    await route.continue()
  })
  await goto(path)
  await page.locator('[data-action]').first().waitFor({ state: 'attached' })
  const others = page.getByRole('button', { name: 'Add a link as evidence' })
  expect(await others.count()).toBe(0)
  await page.getByText('Looking up what your wallet may do').waitFor()
  release()
  await page.getByRole('button', { name: 'Claim it' }).waitFor()
  expect(await others.count()).toBe(1)
  expect(await page.getByText('Looking up what your wallet may do').count()).toBe(0)
})

test('in a row that scrolls, the ring around what has the focus is not cut off', async () => {
  const { id } = await seedMission(await signIn(browser.base))
  const { page, goto } = await browser.open({ path: '/docs' })
  for (const path of [`/missions/${id}`, '/missions']) {
    await goto(path)
    // What gets the focus after a key has its ring.
    await page.keyboard.press('Tab')
    const cut = await page.locator('nav.overflow-x-auto').evaluateAll((rows) =>
      rows
        .flatMap((row) => {
          const edge = row.getBoundingClientRect()
          return [...row.querySelectorAll('a')].filter((link) => {
            link.focus({ preventScroll: true })
            const { outlineOffset, outlineWidth } = getComputedStyle(link)
            const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
            const box = link.getBoundingClientRect()
            return box.left - reach < edge.left || box.top - reach < edge.top || box.bottom + reach > edge.bottom
          })
        })
        .map((link) => link.textContent),
    )
    expect(cut, path).toEqual([])
  }
})

test.for(['challenges', 'missions'])(
  'on paper one of the %s says what it is, and nothing that only a screen can do',
  async (kind) => {
    const owner = await signIn(browser.base)
    const { id } = await (kind === 'missions' ? seedMission(owner) : openChallenge(owner))
    const { page } = await browser.open({ path: `/${kind}/${id}`, viewport: { width: 680, height: 960 } })
    const main = page.getByRole('main')
    const onScreen = main.getByText(/^(Your actions|What else may happen)$/).filter({ visible: true })
    await main.getByRole('button', { name: 'Connect a wallet to act' }).waitFor()
    expect(await onScreen.count()).toBeGreaterThan(1)
    await page.emulateMedia({ media: 'print' })
    expect(await onScreen.count()).toBe(0)
    expect(await main.getByRole('button').filter({ visible: true }).count()).toBe(0)
  },
)
