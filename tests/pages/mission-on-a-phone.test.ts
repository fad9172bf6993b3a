import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { expectAccessible, findings, overflow } from '@/tests/support/axe'
import { signIn } from '@/tests/support/client'
import { DESKTOP, PHONE, testBrowser } from '@/tests/support/pages'
import { press } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'
import { fullProject } from '@/tests/support/pages-projects'
import { freshAccount } from '@/tests/support/pages-wallet'
import { verifierAccount } from '@/tests/support/shared-service'
import { completedMission, proofBody, seedMission, verifiedMission } from '@/tests/support/story'

const COMPLETED = { outcome: 'completed', statement: 'Done, and well.' }

const browser = testBrowser()

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('on a phone, in both themes: axe finds nothing on a mission that holds everything', async () => {
  const verifier = await signIn(browser.base, verifierAccount())
  const { id } = await fullProject(await signIn(browser.base), await signIn(browser.base), verifier)
  const { page, goto } = await openAs(browser, `/missions/${id}`, freshAccount(), { viewport: PHONE })
  for (const [title, submit] of [
    ['Pledge work, funds or resources', 'Record this commitment'],
    ['Record funding', 'Record this funding'],
    ['Add a link as evidence', 'Add this evidence'],
    ['Decide on the mission under a name', 'Record this decision'],
  ] as const) {
    await press(page, title)
    await page.getByRole('button', { name: submit }).waitFor()
    expect(await findings(page, title, 'structure')).toEqual([])
    expect(await overflow(page), title).toBeLessThanOrEqual(0)
  }
  await goto('/missions/new')
  await page.getByRole('button', { name: 'Publish this mission' }).waitFor()
  await expectAccessible(page)
})

const isInWindow = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

test('a phone shows one part of a mission at a time, and a mission with proof is at most three screens until one asks for more', async () => {
  const screen = { width: 390, height: 844 }
  const [owner, contributor] = [await signIn(browser.base), await signIn(browser.base)]
  const { mission } = await completedMission(owner, contributor, await signIn(browser.base, verifierAccount()))
  const { page } = await browser.open({ path: `/missions/${mission.id}`, viewport: screen })
  const isSeen = (name: string) => part(page, name).isVisible()
  expect([await isSeen('Milestones and proof'), await isSeen('Seeds'), await isSeen('History')]).toEqual([
    true,
    false,
    false,
  ])
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height / screen.height).toBeLessThanOrEqual(3)

  const tabs = page.getByRole('navigation', { name: 'Parts of this page' })
  const current = () => tabs.locator('[aria-current]').allTextContents()
  await expect.poll(current).toEqual(['Milestones'])
  await tabs.getByRole('link', { name: 'Seeds' }).click()
  await part(page, 'Seeds').waitFor()
  await expect.poll(current).toEqual(['Seeds'])
  expect([await isSeen('Milestones and proof'), await isSeen('History')]).toEqual([false, false])
  for (const link of await tabs.getByRole('link').all()) {
    // The actions stand above the row, with the state that they change.
    if ((await link.textContent()) === 'Actions') continue
    await link.click()
    expect(await isInWindow(tabs), 'the row is not left').toBe(true)
  }
  await tabs.getByRole('link', { name: 'Seeds' }).click()
  const terms = page.getByText(mission.definitionOfDone)
  expect(await terms.isVisible()).toBe(false)
  await page.getByText('The terms in full').click()
  await terms.waitFor()
  await part(page, 'Seeds').waitFor()
  // Here the row is longer than the window is wide.
  await page.setViewportSize({ ...screen, width: 320 })
  await page.goto('/notifications')
  await page.goto(`/missions/${mission.id}#history`)
  await expect.poll(current).toEqual(['History'])
  const row = () =>
    tabs.evaluate((nav) => {
      const [edge, link] = [nav, nav.querySelector('[aria-current]')].map((each) => each?.getBoundingClientRect())
      const isInView = edge && link && link.left >= edge.left && link.right <= edge.right
      return { isInView, scrolled: nav.scrollLeft, isLonger: nav.scrollWidth > nav.clientWidth }
    })
  expect(await row(), 'the link of the part that is shown is in view').toMatchObject({ isInView: true, isLonger: true })
  await page.reload()
  await expect.poll(current).toEqual(['History'])
  const { scrolled, isInView } = await row()
  expect(isInView).toBe(true)
  await tabs.getByRole('link', { name: 'Seeds' }).click()
  await expect.poll(current).toEqual(['Seeds'])
  expect(await row(), 'a link that is in view stays where it is').toMatchObject({ isInView: true, scrolled })

  await page.setViewportSize(DESKTOP)
  for (const name of ['Milestones and proof', 'Seeds', 'History']) await part(page, name).waitFor()
  await page.reload()
  await terms.waitFor()
  expect(await page.getByText('The terms in full').isVisible()).toBe(false)
})

test('of several milestones a phone folds what is settled, and opens what an address or a reader asks for; wide pages fold nothing', async () => {
  const screen = { width: 390, height: 844 }
  const [owner, contributor] = [await signIn(browser.base), await signIn(browser.base)]
  const verifier = await signIn(browser.base, verifierAccount())
  const titles = ['The frame stands', 'The door hangs', 'The lock turns']
  const milestones = titles.map((title, place) => ({ title, required: place === 0 }))
  const mission = await verifiedMission(owner, contributor, verifier, { milestones })
  const prove = async (place: number, note: string) => {
    const path = `/api/v1/milestones/${mission.milestones[place].id}/proof`
    return (await contributor.post(path, { ...proofBody, note })).body.proof
  }
  const second = await prove(1, 'The door opens and shuts.')
  await verifier.signed(`/api/v1/proof/${second.id}/review`, { verdict: 'approve', reason: 'It does both.' })
  await prove(2, 'The lock turns twice.')

  const { page, goto } = await browser.open({ path: `/missions/${mission.id}`, viewport: screen })
  const shown = part(page, 'Milestones and proof')
  await shown.getByText('The lock turns twice.').waitFor()
  const door = shown.getByRole('article').filter({ has: page.getByRole('heading', { name: 'The door hangs' }) })
  const words = door.getByText('The door opens and shuts.')
  expect([await shown.getByRole('heading', { level: 3 }).count(), await words.isVisible()]).toEqual([3, false])
  await door.getByText('Proof and review').click()
  await words.waitFor()
  await door.getByText('It does both.').first().waitFor()
  await expectAccessible(page)

  await goto('/challenges')
  await goto(`/missions/${mission.id}#proof-${second.id}`)
  await words.waitFor()
  expect(await door.getByText('Proof and review').isVisible(), 'what is open has no line to open it').toBe(false)
  await goto(`/wallets/${contributor.address}`)
  await page.locator(`a[href$="#proof-${second.id}"]`).first().click()
  await words.waitFor()
  await page.setViewportSize(DESKTOP)
  await goto(`/missions/${mission.id}`)
  await words.waitFor()
  expect(await door.getByText('Proof and review').isVisible()).toBe(false)

  expect((await owner.post(`/api/v1/missions/${mission.id}/complete`, COMPLETED)).status).toBe(201)
  await page.setViewportSize(screen)
  await goto(`/missions/${mission.id}`)
  await shown.getByText('The lock turns', { exact: true }).waitFor()
  await shown.getByText('Not verified', { exact: true }).waitFor()
  expect(await shown.getByText('The lock turns twice.').isVisible()).toBe(false)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height / screen.height).toBeLessThanOrEqual(3)
})

test('what a phone folds is open on a wide screen, also in a browser that styles nothing in a closed fold', async () => {
  const { id } = await seedMission(await signIn(browser.base))
  const { page, goto } = await browser.open({ path: '/docs' })
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('details-content', 'details-unknown') })
  })
  await goto(`/missions/${id}`)
  const criteria = page.getByText('The page is public and answers all ten.')
  expect(await criteria.isVisible()).toBe(true)
  await page.setViewportSize(PHONE)
  expect(await criteria.isVisible()).toBe(false)
  await page.getByText('The terms in full').click()
  expect(await criteria.isVisible()).toBe(true)
})
