import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { fill, press, sign, told } from '@/tests/support/pages-acts'
import { adminAccount, openAs } from '@/tests/support/pages-people'
import { signButton } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { verifierAccount } from '@/tests/support/shared-service'
import { completedMission, draftChallenge, provenMission, seedMission } from '@/tests/support/story'

const PHONE = { viewport: { width: 390, height: 844 } }

const browser = testBrowser()
let owner: Actor
let contributor: Actor
beforeAll(async () => {
  owner = await signIn(browser.base)
  contributor = await signIn(browser.base)
})

/** A button that says what to do, and for screen readers on what. */
const on = (action: string, title: string) => ({ name: new RegExp(`^${action}.*${title}$`) })

/** A title that no other test has. */
const titled = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`

test('somebody who is not signed in is told how to, on the spot, and finds what leads on', async () => {
  const { page } = await browser.open({ ...PHONE, path: '/me', wallets: [{ accounts: [freshAccount()] }] })
  await page.getByText('Sign in to see what waits for you.').waitFor()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  await signButton(page).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('Nothing waits for you.').waitFor()
  for (const name of ['a mission to claim', 'publish a challenge', 'what others discuss', 'see what they look like'])
    expect(await page.getByRole('main').getByRole('link', { name, exact: true }).count()).toBe(1)
  await expectAccessible(page)
})

test('a contributor goes from the list to the record, acts by the button of the card, and what is done is gone', async () => {
  const account = freshAccount()
  const title = titled('Reserved for you')
  await seedMission(owner, { title, contributorWallet: account.address })
  const { page } = await openAs(browser, '/', account, PHONE)
  await page.getByRole('link', { name: 'See what waits for you' }).click()
  await page.getByRole('link', on('Claim this mission', title)).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const card = page.getByRole('region', { name: 'Who acts next' })
  await card.getByText('Your turn: claim this mission.').waitFor()
  expect(await card.getByText('Only').count(), 'what everybody reads is not said beside it').toBe(0)
  expect(await card.getByText(/^Until/).count()).toBe(1)
  await card.getByRole('button', { name: 'Open the form' }).click()
  const toggle = page.getByRole('button', { name: 'Claim this mission' })
  await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true)
  await press(page, 'Claim it')
  await told(page, 'The mission is yours.')
  await card.getByText('Your turn: submit proof.').waitFor()

  // What is typed is kept on this device, and found again.
  await card.getByRole('button', { name: 'Open the form' }).click()
  await fill(page, { 'What was done': 'The first half of it.' })
  await page.goto('/me')
  // The draft below has the same name.
  await page.getByRole('link', on('Submit proof', title)).and(page.locator('[href$="#act"]')).waitFor()
  expect(await page.getByRole('link', on('Claim this mission', title)).count()).toBe(0)
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await drafts.getByText('Typed on this device').waitFor()
  await drafts.getByRole('link', { name: title }).click()
  await expect.poll(() => page.getByLabel('What was done').inputValue()).toBe('The first half of it.')
  await page.goto('/me')
  await drafts.getByRole('button', { name: new RegExp(`^Discard.*${title}`) }).click()
  await drafts.getByText('No drafts.').waitFor()
})

test('whoever may claim a mission reads it in the card, with the way to the form; its owner and who is signed out do not', async () => {
  const account = freshAccount()
  const { id } = await seedMission(await signIn(browser.base, account))
  const path = `/missions/${id}`
  const cardOf = async (who?: typeof account) => {
    const { page } = who ? await openAs(browser, path, who, PHONE) : await browser.open({ ...PHONE, path })
    return { page, card: page.getByRole('region', { name: 'Who acts next' }) }
  }
  const { page, card } = await cardOf(freshAccount())
  await card.getByText('You may claim this mission.').waitFor()
  await card.getByRole('button', { name: 'Open the form' }).click()
  const toggle = page.getByRole('button', { name: 'Claim this mission' })
  await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true)
  for (const who of [account, undefined]) {
    const other = await cardOf(who)
    await other.card.getByText('Any signed-in wallet but the owner’s claims the mission').waitFor()
  }
})

test('two drafts on one mission are told apart, and each leads to its form', async () => {
  const title = titled('Two forms begun')
  const { id } = await seedMission(owner, { title })
  const { page } = await openAs(browser, `/missions/${id}`, freshAccount(), PHONE)
  await press(page, 'Add a link as evidence')
  await fill(page, { 'What it shows': 'A picture of the gate.' })
  await press(page, 'Pledge work, funds or resources')
  await fill(page, { 'Your commitment': 'A day of work.' })
  await page.goto('/me')
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await drafts.getByRole('link', { name: `Pledge work, funds or resources: ${title}`, exact: true }).waitFor()
  await drafts.getByRole('link', { name: `Add a link as evidence: ${title}` }).click()
  await expect.poll(() => page.getByLabel('What it shows').inputValue()).toBe('A picture of the gate.')
  expect(await page.getByLabel('Your commitment').count()).toBe(0)
  await page.goto('/me')
  await drafts.getByRole('button', { name: new RegExp(`^Discard.*Add a link as evidence: ${title}`) }).click()
  await drafts.getByRole('link', { name: `Add a link as evidence: ${title}` }).waitFor({ state: 'detached' })
  await drafts.getByRole('link', { name: `Pledge work, funds or resources: ${title}` }).waitFor()
})

test('an owner finds their draft, whom they wait for, and their receipts', async () => {
  const account = freshAccount()
  const mine = await signIn(browser.base, account)
  const verifier = await signIn(browser.base, verifierAccount())
  const [draft, waits, done] = [titled('A draft'), titled('With the verifiers'), titled('Done and over')] as const
  await draftChallenge(mine, { title: draft })
  await provenMission(mine, contributor, { title: waits })
  await completedMission(mine, contributor, verifier, { title: done })
  const { page } = await openAs(browser, '/me', account, PHONE)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await part('Drafts').getByRole('link', on('Record a response link', draft)).waitFor()
  await part('Waiting on others').getByRole('link', { name: waits }).waitFor()
  await part('Waiting on others').getByText('A verifier who is not involved reviews the waiting proof').waitFor()
  await part('Receipts').getByRole('link', { name: done }).waitFor()
  await part('Your turn').getByText('Nothing waits for you.').waitFor()
  await expectAccessible(page)
})

test('a verifier finds the queue, a moderator the reports; a stranger neither', async () => {
  const title = titled('To be judged')
  const { mission } = await provenMission(owner, contributor, { title })
  await contributor.post('/api/moderation/reports', { recordType: 'mission', recordId: mission.id, reason: 'Look.' })
  const verifier = await openAs(browser, '/me', verifierAccount(), PHONE)
  const queue = verifier.page.getByRole('region', { name: 'To review' })
  await queue
    .getByRole('link', { name: /^Review the waiting proof/ })
    .first()
    .waitFor()
  await verifier.goto(`/missions/${mission.id}`)
  await verifier.page.getByText('Your turn: review the waiting proof.').waitFor()
  await verifier.page.getByRole('radio', { name: 'Approve' }).check()
  await fill(verifier.page, { Why: 'It is there.' })
  await sign(verifier.page)
  await expect.poll(() => verifier.page.getByText('Your turn:').count()).toBe(0)

  const moderator = await openAs(browser, '/me', adminAccount(), PHONE)
  const reports = moderator.page.getByRole('region', { name: 'Reported' })
  await reports.getByRole('link', on('Look at the report', title)).waitFor()
  const stranger = await openAs(browser, `/missions/${mission.id}`, freshAccount(), PHONE)
  await stranger.page.getByText('records the outcome, which issues the receipt').waitFor()
  await stranger.goto('/me')
  await stranger.page.getByText('Nothing waits for you.').waitFor()
  for (const name of ['To review', 'Reported'])
    expect(await stranger.page.getByRole('region', { name }).count()).toBe(0)
})
