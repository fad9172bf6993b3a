import { expect, test } from 'vitest'
import { signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { day, fill, press, shows, told } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'
import { freshAccount } from '@/tests/support/pages-wallet'
import { sharedService } from '@/tests/support/shared-service'
import { claimedMission, decisionBody, draftChallenge, openChallenge, seedMission } from '@/tests/support/story'

// What goes wrong in a record's life is put right by clicking.

const browser = testBrowser()

async function claimed() {
  const [owner, contributor] = [freshAccount(), freshAccount()]
  const { base } = browser
  const { id } = await claimedMission(await signIn(base, owner), await signIn(base, contributor))
  return { owner, contributor, path: `/missions/${id}` }
}

test('a contributor gives a mission back, and it looks for another one', async () => {
  const { contributor, path } = await claimed()
  const { page } = await openAs(browser, path, contributor, { viewport: PHONE })
  await press(page, 'Give the mission back')
  await fill(page, { Why: 'I have moved away.' })
  await press(page, 'Give it back')
  await told(page, 'The mission is given back.')
  await shows(page, 'Looking for a contributor')
  const another = await openAs(browser, path)
  await another.page.getByText('I have moved away.', { exact: true }).waitFor()
  await press(another.page, 'Claim it')
  await told(another.page, 'The mission is yours.')
})

test('of two who claim at once the second is told so, and the page offers the claim no longer', async () => {
  const owner = await signIn(browser.base)
  const { id } = await seedMission(owner)
  const { page, expectFault } = await openAs(browser, `/missions/${id}`)
  expectFault(/status of 409/)
  await page.getByRole('button', { name: 'Claim it', exact: true }).waitFor()
  expect((await (await signIn(browser.base)).post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  await press(page, 'Claim it')
  await told(page, 'This mission already has a contributor.')
  await page.getByRole('button', { name: 'Claim it', exact: true }).waitFor({ state: 'detached' })
  await shows(page, 'Claimed')
})

test('an owner releases a claim once its day has passed, and not before; then nobody claims it until it has more time', async () => {
  const { owner, contributor, path } = await claimed()
  const early = await openAs(browser, path, owner)
  await early.page.getByText('You may once the deadline has passed').waitFor()
  // Its session would be over by then.
  await early.close()
  browser.passDays(400)
  const kept = await openAs(browser, path, contributor)
  await kept.page.getByText('The proof is still accepted, and marked as late.').waitFor()
  await kept.close()
  const { page } = await openAs(browser, path, owner)
  await press(page, 'Release the claim')
  await fill(page, { Why: 'Nobody answers.' })
  await press(page, 'Release it')
  await told(page, 'The claim is released.')
  await press(page, 'Move the deadline')
  expect(await page.locator('[name="deadline"]').getAttribute('min')).toBe(day(400))
  await fill(page, { 'New deadline': day(430), Why: 'Another season.' })
  await press(page, 'Move it')
  await told(page, 'The deadline is moved.')
  const another = await openAs(browser, path)
  await press(another.page, 'Claim it')
  await told(another.page, 'The mission is yours.')
})

/** A challenge whose owner has recorded a decision that nobody has signed. */
async function decided() {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const { id } = await openChallenge(owner, { submissionDeadline: day(0) })
  browser.passDays(1)
  const recorded = await owner.post(`/api/v1/challenges/${id}/decision`, {
    ...decisionBody,
    decisionUrl: `${sharedService().community}/board/lobby/42`,
  })
  expect(recorded.status, recorded.text).toBe(201)
  return { account, id }
}

test('an owner withdraws a decision that nobody has signed, and takes more time for the next', async () => {
  const { account, id } = await decided()
  const { page } = await openAs(browser, `/challenges/${id}`, account)
  await press(page, 'Withdraw the decision')
  await fill(page, { Why: 'I linked the wrong thread.' })
  await press(page, 'Withdraw it')
  await told(page, 'The decision is withdrawn.')
  await shows(page, 'Awaiting decision')
  await press(page, 'Move the deadline')
  const due = page.getByRole('textbox', { name: 'Decision due', exact: true })
  await fill(page, { Why: 'Two more people asked.' })
  await press(page, 'Move it')
  await page.getByText('Nothing was recorded: one field needs a change. This field is required.').waitFor()
  expect(await due.evaluate((field) => [field === document.activeElement, field.ariaInvalid])).toEqual([true, 'true'])
  await due.fill(day(60))
  await press(page, 'Move it')
  await told(page, 'The deadline is moved.')
})

test('while an owner’s actions are read again after one of them, none takes a press that is meant for another', async () => {
  const { account, id } = await decided()
  const { page } = await openAs(browser, `/challenges/${id}`, account)
  await press(page, 'Withdraw the decision')
  await fill(page, { Why: 'I linked the wrong thread.' })
  let letRead = () => {}
  const mayRead = new Promise<void>((resolve) => {
    letRead = resolve
  })
  await page.route(`**/api/v1/challenges/${id}`, async (route) => {
    if (route.request().method() === 'GET') await mayRead
    await route.continue()
  })
  await press(page, 'Withdraw it')
  await told(page, 'The decision is withdrawn.')
  const withdraw = page.getByRole('button', { name: 'Withdraw the decision', exact: true, disabled: true })
  await withdraw.click({ force: true })
  expect(await page.getByLabel('Why').count()).toBe(0)
  letRead()
  await withdraw.waitFor({ state: 'detached' })
  await press(page, 'Move the deadline')
  await page.getByRole('textbox', { name: 'Decision due', exact: true }).waitFor()
})

test('a challenge whose day for responses has passed is offered to nobody who could respond, and its entry says so', async () => {
  const { title } = await draftChallenge(await signIn(browser.base), {
    title: 'Which bench stands by the pond?',
    submissionDeadline: day(1),
  })
  const { page } = await browser.open({ path: '/challenges?needs=response' })
  const entry = page.getByRole('listitem').filter({ hasText: title })
  await entry.getByText('Responses until').waitFor()
  browser.passDays(2)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Challenges' }).waitFor()
  expect(await entry.count()).toBe(0)
  await page.goto('/challenges')
  await entry.getByText('Responses were due').waitFor()
})

test('the home page offers no mission that nobody but one may claim, and leads to those that anybody may', async () => {
  const owner = await signIn(browser.base)
  const [reserved, free] = ['Reserved for a single wallet', 'Free for whoever comes']
  await seedMission(owner, { title: free })
  await seedMission(owner, { title: reserved, contributorWallet: freshAccount().address })
  const { page } = await browser.open({ path: '/' })
  const offered = page.getByRole('region', { name: 'Looking for a contributor' })
  await offered.getByRole('link', { name: free }).first().waitFor()
  expect(await offered.getByRole('link', { name: reserved }).count()).toBe(0)
  await page.getByRole('link', { name: 'Find a mission' }).click()
  await page.waitForURL('**/missions?needs=contributor')
  await page.getByRole('main').getByRole('link', { name: free }).first().waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: reserved }).count()).toBe(0)
})
