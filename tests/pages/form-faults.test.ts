import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { challengeFields, day, fill, missionFields, press, told } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'
import { freshAccount } from '@/tests/support/pages-wallet'
import { speakAt } from '@/tests/support/sandbox'
import { sharedService } from '@/tests/support/shared-service'
import { bothLinks, claimedMission, draftChallenge } from '@/tests/support/story'

// A fault of a form is at its cause: the focus goes there, and it ends when its cause does.

const browser = testBrowser()

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
const isWrong = async (place: Locator) => (await place.getAttribute('aria-invalid')) === 'true'

test('the fault of a response link has the focus, goes when the link is corrected, and never moves to the other side', async () => {
  const { page } = await openAs(browser, '/challenges/new')
  await fill(page, challengeFields)
  await page.getByText('The responses already exist').click()
  const [a, b] = [page.getByLabel(/^Response of side A/), page.getByLabel(/^Response of side B/)]
  await a.fill('nowhere')
  await b.fill('https://example.org/b')
  await press(page, 'Publish this challenge')
  await expect.poll(() => isFocused(a)).toBe(true)
  expect([await isWrong(a), await isWrong(b)]).toEqual([true, false])
  await a.fill('')
  expect([await isWrong(a), await isWrong(b)], 'the link of side B is the first of the list now').toEqual([
    false,
    false,
  ])
  await a.fill('nowhere')
  expect(await isWrong(a)).toBe(true)
  await a.fill('https://example.org/a')
  expect([await isWrong(a), await isWrong(b)]).toEqual([false, false])
})

test('where the service refuses a field, the focus comes with the words: whoever has gone on meanwhile keeps theirs', async () => {
  const { page, expectFault } = await openAs(browser, '/challenges/new')
  expectFault(/status of 400/)
  await fill(page, { ...challengeFields, 'Submissions and discussion until': day(-2) })
  const focused = page.evaluate(
    () =>
      new Promise((resolve) => {
        // Called right behind the change, before anything else that waits.
        const words = new MutationObserver(() => {
          if (!document.querySelector('main')?.textContent.includes('Nothing was recorded')) return
          words.disconnect()
          resolve(document.activeElement?.getAttribute('name'))
        })
        words.observe(document, { subtree: true, childList: true, characterData: true })
      }),
  )
  await press(page, 'See what would be recorded')
  expect(await focused).toBe('submissionDeadline')
})

test('that no milestone is required is told until one is', async () => {
  const { page } = await openAs(browser, '/missions/new')
  await fill(page, missionFields)
  const required = page.getByRole('checkbox', { name: 'Required' })
  await required.uncheck()
  await press(page, 'Publish this mission')
  const milestones = page.getByRole('group', { name: 'Milestones' })
  const fault = milestones.getByText('At least one milestone must be required.')
  await fault.waitFor()
  expect(await isFocused(milestones)).toBe(true)
  await required.check()
  await fault.waitFor({ state: 'detached' })
})

test('a day that cannot be moved any more is not sent, although a draft from before holds it', async () => {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const { id } = await draftChallenge(owner)
  const early = await openAs(browser, `/challenges/${id}`, account)
  const { page } = early
  await press(page, 'Move the deadline')
  await fill(page, { 'Responses until': day(2), 'Decision due': day(60), Why: 'Two more people asked.' })
  const drafts = await page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('draft:')))
  expect(drafts).toHaveLength(1)
  await early.close()
  for (const link of bothLinks) {
    const recorded = await owner.post(`/api/v1/challenges/${id}/submissions`, link)
    expect(recorded.status, recorded.text).toBe(201)
  }

  browser.passDays(3)
  const late = await openAs(browser, `/challenges/${id}`, account)
  await late.page.evaluate((kept) => Object.assign(localStorage, Object.fromEntries(kept)), drafts)
  await late.page.reload()
  await press(late.page, 'Move the deadline')
  await late.page.getByText('Your draft from before is here again.').waitFor()
  expect(await late.page.locator('[name="submissionDeadline"]').count()).toBe(0)
  await press(late.page, 'Move it')
  await told(late.page, 'The deadline is moved.')
})

test('an address typed for a side that got its link meanwhile is not recorded for the other side unasked', async () => {
  const account = freshAccount()
  const { id } = await draftChallenge(await signIn(browser.base))
  const { page } = await openAs(browser, `/challenges/${id}`, account)
  await page.getByRole('radio', { name: /^Side A/ }).check()
  await fill(page, { 'Address of the response': 'https://example.org/meant-for-a' })
  const [first] = bothLinks
  const recorded = await (await signIn(browser.base)).post(`/api/v1/challenges/${id}/submissions`, first)
  expect(recorded.status, recorded.text).toBe(201)

  await page.reload()
  await page.getByText('Side A got its link meanwhile.').waitFor()
  const group = page.getByRole('group', { name: 'Which side it answers for' })
  const left = group.getByRole('radio')
  expect(await page.getByLabel('Address of the response').inputValue()).toBe('https://example.org/meant-for-a')
  expect([await left.count(), await left.isChecked()]).toEqual([1, false])
  await press(page, 'Record this link')
  await group.getByText('This field is required.').waitFor()
  await expect.poll(() => isFocused(left)).toBe(true)
  await left.check()
  await page.getByText('Side A got its link meanwhile.').waitFor({ state: 'detached' })
  await press(page, 'Record this link')
  await told(page, 'The response link is recorded.')
})

test('a proof typed for a milestone that takes none any more is not recorded for another one unasked', async () => {
  const account = freshAccount()
  const owner = await signIn(browser.base)
  const milestones = [
    { title: 'The page is public', required: true },
    { title: 'It is printed', required: false },
  ]
  const mission = await claimedMission(owner, await signIn(browser.base, account), { milestones })
  const { page } = await openAs(browser, `/missions/${mission.id}`, account)
  const group = page.getByRole('group', { name: 'For which milestone' })
  const [first, printed] = [group.getByRole('radio').first(), group.getByRole('radio', { name: /^It is printed/ })]
  await printed.check()
  await fill(page, { Address: 'https://example.org/print', 'What was done': 'It hangs at the door.' })
  const path = `/api/projects/${mission.id}/milestones/${mission.milestones[1].id}`
  expect((await owner.patch(path, { status: 'Cancelled' })).status).toBe(201)

  await page.reload()
  await page.getByText('The milestone that was chosen takes no proof any more.').waitFor()
  expect(await page.getByLabel('What was done').inputValue()).toBe('It hangs at the door.')
  expect([await printed.count(), await first.isChecked()]).toEqual([0, false])
  await press(page, 'Submit this proof')
  await group.getByText('This field is required.').waitFor()
  await expect.poll(() => isFocused(first)).toBe(true)
  await first.check()
  await page.getByText('The milestone that was chosen takes no proof any more.').waitFor({ state: 'detached' })
  await press(page, 'Submit this proof')
  await told(page, 'Your proof is recorded')
})

test('a proposal that nothing was chosen for leads to the choices', async () => {
  const platform = speakAt(sharedService().community)
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const { id } = await draftChallenge(owner)
  const root = await platform.post(await platform.muse(), { text: 'Which greeting is kinder?' })
  await platform.post(await platform.muse('Thrush'), { text: 'The short one.', parent: root })
  await owner.post(`/api/v1/challenges/${id}/musebook`, { channel: 'lobby', originPostUrl: platform.url(root) })
  await owner.post(`/api/v1/challenges/${id}/musebook/sync`)
  const { page } = await openAs(browser, `/challenges/${id}`, account)
  await page.getByRole('button', { name: /^Decide on it/ }).click()
  await press(page, 'Record it for good')
  const group = page.getByRole('group', { name: 'What becomes of this proposal' })
  await group.getByText('Choose one of these first.').waitFor()
  await expect.poll(() => isFocused(group.getByRole('radio').first())).toBe(true)
})
