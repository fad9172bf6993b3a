import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { day, fill, press, shows, told } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'
import { createdProject, fullProject, postedAt } from '@/tests/support/pages-projects'
import { signButton, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { sharedService, verifierAccount } from '@/tests/support/shared-service'
import { dayFromNow, proofBody, seedMission } from '@/tests/support/story'

const TX = `0x${'5e'.repeat(32)}`

const browser = testBrowser()

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The page itself, which may come from a cache, shows the words by itself after a while. */
const holds = (page: Page, name: string, words: string) =>
  expect.poll(() => part(page, name).textContent()).toContain(words)

const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).check()

test('an owner publishes a mission from a post of the community, and the page keeps what the post said', async () => {
  const url = await postedAt('The path to the pond needs gravel. Who has a barrow?', 'Kingfisher')
  const { page } = await openAs(browser, '/missions/new')
  await fill(page, { 'The public post it comes from': url })
  const card = page.getByRole('status').getByRole('figure')
  await card.getByText('Kingfisher', { exact: true }).waitFor()
  await card.getByText('(unverified name)').waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toContain('The path to the pond needs gravel.')
  await fill(page, {
    Title: 'Lay gravel on the pond path',
    Summary: 'Sixty metres, before the rain comes.',
    'Done when': 'One can walk it with dry feet.',
    'Proof required': 'A picture of the path.',
    Deadline: day(30),
    Milestone: 'The path is dry',
  })
  await page.getByRole('button', { name: 'Publish this mission' }).dblclick()
  await page.waitForURL('**/missions/*-*')
  await page.getByRole('heading', { name: 'Lay gravel on the pond path', level: 1 }).waitFor()
  const source = part(page, 'Where it comes from')
  await source.getByText('Kingfisher', { exact: true }).waitFor()
  expect(await source.getByRole('link', { name: /Read the post/ }).getAttribute('href')).toBe(url)

  const { pathname } = new URL(page.url())
  for (const [old, path] of [
    [pathname.replace('/missions/', '/projects/'), pathname],
    ['/projects?state=SEED', '/missions?state=SEED'],
  ] as const) {
    await page.goto(old)
    expect(page.url()).toBe(browser.base + path)
  }
  expect(await page.getByRole('link', { name: 'Lay gravel on the pond path' }).count()).toBe(1)
})

test('a post that does not exist, or an address elsewhere, is told beside the field and keeps what was typed', async () => {
  const { page, expectFault } = await openAs(browser, '/missions/new')
  expectFault(/status of 40[04]/)
  const { community } = sharedService()
  await fill(page, { 'The public post it comes from': `${community}/board/garden/99999999`, Title: 'Dig a well' })
  await page.getByText(/^There is no such post on/).waitFor()
  await fill(page, { 'The public post it comes from': 'https://example.org/not-a-post' })
  await page.getByText(/^This is not the address of a public post on/).waitFor()
  expect(await page.getByText(/^There is no such post on/).count()).toBe(0)
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Dig a well')
})

test('another wallet pledges, records funding, brings evidence and decides under a name', async () => {
  const { id } = await createdProject(await signIn(browser.base))
  const { page } = await openAs(browser, `/missions/${id}`)

  await press(page, 'Pledge work, funds or resources')
  await page.getByRole('button', { name: 'Record this commitment' }).waitFor()
  await press(page, 'Record this commitment')
  await page.getByText('fields need a change. Each says what.').waitFor()
  await radio(page, /^Funds/)
  await fill(page, {
    'Your commitment': 'A hundred for nails, once the wood is there.',
    Amount: '100',
    'Of what': 'USDC',
  })
  await page.getByRole('button', { name: 'Record this commitment' }).dblclick()
  await told(page, 'Your commitment is recorded.')
  await holds(page, 'Commitments', 'A hundred for nails, once the wood is there.')
  expect(await part(page, 'Commitments').getByRole('listitem').count()).toBe(1)

  await press(page, 'Record funding')
  await fill(page, { 'The transaction’s public page': `https://basescan.org/tx/${TX}` })
  await page.getByText('This address shows a transaction on Base (8453)').waitFor()
  await fill(page, { Amount: '100', Currency: 'USDC', 'What it is for': 'For the nails.' })
  await press(page, 'Record this funding')
  await told(page, 'The transaction is recorded.')
  await holds(page, 'Funding', 'For the nails.')
  const funding = part(page, 'Funding')
  await funding.getByText('Automatic check', { exact: true }).waitFor()
  expect(await funding.textContent()).not.toMatch(/verified/i)
  await funding.getByRole('button', { name: 'Look it up again' }).click()
  await funding.getByText('The automatic check ran again: Could not be checked yet.').waitFor()

  await press(page, 'Add a link as evidence')
  await radio(page, /^Deliverable/)
  await fill(page, { Address: 'https://example.org/fence', 'What it shows': 'The first ten metres stand.' })
  await press(page, 'Add this evidence')
  await told(page, 'Your evidence is recorded.')
  await holds(page, 'Evidence', 'The first ten metres stand.')
  expect(await part(page, 'Evidence').getByRole('listitem').textContent()).not.toMatch(/verified/i)

  await press(page, 'Decide on the mission under a name')
  await radio(page, /^Reject/)
  await fill(page, { 'The name you decide under': 'Grebe', Why: 'The old hedge was enough.' })
  await press(page, 'Record this decision')
  await told(page, 'Your decision is recorded.')
  await holds(page, 'Reviewers’ decisions', 'The old hedge was enough.')
  await part(page, 'Reviewers’ decisions').getByText('(unverified name, not signed)').waitFor()
})

test('a verifier signs a decision: the exact text is shown, recorded, and holds when it is checked', async () => {
  const { id } = await createdProject(await signIn(browser.base))
  const { page, wallet } = await openAs(browser, `/missions/${id}`, verifierAccount())
  await press(page, 'Decide on the mission by signature')
  await radio(page, /^Approve/)
  await fill(page, { Why: 'The terms are clear, and the owner is known.' })
  await press(page, 'Continue to signing')
  await signButton(page).waitFor()
  const shown = await walletDialog(page).textContent()
  for (const words of ['svc-project-verification-v1', id, 'The terms are clear, and the owner is known.'])
    expect(shown).toContain(words)
  await signButton(page).click()
  await walletDialog(page).getByText('Your signed decision is recorded.').waitFor()
  await page.keyboard.press('Escape')
  await told(page, 'Your signed decision is recorded.')
  expect(wallet.signed.at(-1)).toContain('svc-project-verification-v1')
  await holds(page, 'Reviewers’ decisions', 'The terms are clear, and the owner is known.')
  await holds(page, 'Reviewers’ decisions', '1 of 1 signed by verifiers')
  await part(page, 'Reviewers’ decisions').getByRole('button', { name: 'Check this signature' }).click()
  await part(page, 'Reviewers’ decisions').getByText('The signature holds, checked in your browser').click()
  await part(page, 'Reviewers’ decisions').getByText('The content judged is the content shown.').waitFor()
})

test('a verifier who has signed a decision about exactly this is told so in place of the form, until the mission changes', async () => {
  const owner = await signIn(browser.base)
  const { id } = await createdProject(owner)
  const verifier = await signIn(browser.base, verifierAccount())
  const at = `/api/projects/${id}/verifications`
  const { body } = await verifier.post(`${at}/prepare`, { verdict: 'approve', reason: 'The terms are clear.' })
  const signature = await verifier.account.signMessage({ message: body.message })
  expect((await verifier.post(at, { nonce: body.nonce, signature })).status).toBe(201)

  const { page } = await openAs(browser, `/missions/${id}`, verifierAccount())
  const open = () => press(page, 'Decide on the mission by signature')
  await open()
  await page.getByText('You have signed a decision about exactly this.').waitFor()
  expect(await page.getByRole('button', { name: 'Continue to signing' }).count()).toBe(0)
  const evidence = { kind: 'Link', url: 'https://example.org/more' }
  expect((await owner.post(`/api/projects/${id}/evidence`, evidence)).status).toBe(201)
  await page.reload()
  await open()
  await page.getByRole('button', { name: 'Continue to signing' }).waitFor()
  expect(await page.getByText('You have signed a decision about exactly this.').count()).toBe(0)
})

test('a decision covers what the verifier read: of a mission that changed meanwhile nothing is signed before it is read again', async () => {
  const [owner, helper] = await Promise.all([signIn(browser.base), signIn(browser.base)])
  const { id } = await fullProject(owner, helper, await signIn(browser.base, verifierAccount(1)))
  const { page, wallet } = await openAs(browser, `/missions/${id}`, verifierAccount())
  await press(page, 'Decide on the mission by signature')
  await radio(page, /^Reject/)
  await fill(page, { Why: 'Half of it is missing.' })
  const late = { kind: 'Link', url: 'https://example.org/the-other-half' }
  expect((await helper.post(`/api/projects/${id}/evidence`, late)).status).toBe(201)
  await press(page, 'Continue to signing')
  await walletDialog(page).getByText('It has changed since you read it.').waitFor()
  expect(await signButton(page).count()).toBe(0)
  await walletDialog(page).getByRole('button', { name: 'Close' }).last().click()
  await told(page, 'It has changed since you read it.')
  expect(wallet.signed.filter((text) => text.includes('Verdict:'))).toEqual([])

  await page.locator('[href="https://example.org/the-other-half"]').first().waitFor({ state: 'attached' })
  await press(page, 'Continue to signing')
  await signButton(page).click()
  await walletDialog(page).getByText('Your signed decision is recorded.').waitFor()
})

test('who has a hand in a mission is told beforehand why they cannot decide on it', async () => {
  const account = freshAccount()
  const { id } = await createdProject(await signIn(browser.base, account))
  const { page } = await openAs(browser, `/missions/${id}`, account)
  await page.getByText('You own this mission, so you cannot decide on it.').waitFor()
  expect(await page.getByRole('button', { name: 'Decide on the mission under a name' }).count()).toBe(0)

  const verifier = await signIn(browser.base, verifierAccount(1))
  const evidence = { kind: 'Link', url: 'https://example.org/mine' }
  expect((await verifier.post(`/api/projects/${id}/evidence`, evidence)).status).toBe(201)
  const judge = await openAs(browser, `/missions/${id}`, verifierAccount(1))
  await judge.page.getByText('You added evidence to this mission, so you cannot sign a decision on it.').waitFor()
})

test('a verifier who contributed once is told beforehand, also after the claim is given back', async () => {
  const mission = await seedMission(await signIn(browser.base, freshAccount()))
  const former = await signIn(browser.base, verifierAccount(0))
  const at = `/api/v1/missions/${mission.id}`
  expect((await former.post(`${at}/claim`)).status).toBe(201)
  const { proof } = (await former.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody)).body
  const reviewer = await signIn(browser.base, verifierAccount(1))
  await reviewer.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'reject', reason: 'It is not there.' })
  expect((await former.post(`${at}/release`, { reason: 'No time.' })).status).toBe(201)
  const { page } = await openAs(browser, `/missions/${mission.id}`, verifierAccount(0))
  await page.getByText('You submitted proof for this mission, so you cannot sign a decision on it.').waitFor()
  expect(await page.getByRole('button', { name: 'Decide on the mission by signature' }).count()).toBe(0)
})

test('the owner adds a milestone, sets its state, and records the outcome', async () => {
  const account = freshAccount()
  const { id } = await createdProject(await signIn(browser.base, account))
  const { page } = await openAs(browser, `/missions/${id}`, account)
  await press(page, 'Add a milestone')
  await fill(page, { Milestone: 'The gate is painted', Amount: '15' })
  await page.getByRole('button', { name: 'Add this milestone' }).dblclick()
  await told(page, '“The gate is painted” is a milestone now.')
  await holds(page, 'Milestones and proof', 'The gate is painted')
  expect(await part(page, 'Milestones and proof').getByText('The gate is painted', { exact: true }).count()).toBe(1)

  for (const [state, shown] of [
    ['Delivered', 'Delivered, says the owner; not verified'],
    ['Pending', 'Not verified yet'],
    ['Cancelled', 'Cancelled'],
  ] as const) {
    await press(page, 'Set a milestone’s state')
    await radio(page, /^The gate is painted/)
    await radio(page, new RegExp(`^${state}`))
    await press(page, 'Set this state')
    await told(page, `“The gate is painted” is set to ${state}.`)
    const milestone = part(page, 'Milestones and proof').getByRole('article').filter({ hasText: 'The gate is painted' })
    await expect.poll(() => milestone.textContent()).toContain(shown)
  }

  await press(page, 'Close without completing')
  expect(await page.getByRole('radio', { name: /^Completed/ }).count()).toBe(0)
  await radio(page, /^Rejected/)
  await fill(page, { 'Your statement': 'The fence leans. We take it down again.' })
  await page.getByRole('button', { name: 'Record the outcome for good' }).dblclick()
  await told(page, 'The outcome is recorded, and the receipt is issued.')
  await shows(page, 'Failed')
  await page.getByRole('link', { name: 'Read the receipt' }).first().click()
  await page.waitForURL('**/receipts/*')
  await page.getByText('The fence leans. We take it down again.').first().waitFor()
})

test('once the deadline has passed, anybody records that it expired, and nobody before', async () => {
  const { id } = await createdProject(await signIn(browser.base), { deadline: dayFromNow(1) })
  const { page } = await openAs(browser, `/missions/${id}`)
  await page.getByRole('button', { name: 'Claim this mission' }).waitFor()
  expect(await page.getByRole('button', { name: 'Record it as expired' }).count()).toBe(0)
  browser.passDays(3)
  // A cached page knows the day of its making.
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Pledge work, funds or resources' }).waitFor()
      return page.getByRole('button', { name: 'Record it as expired' }).count()
    })
    .toBe(1)
  await press(page, 'Record it as expired')
  await page.getByText('The day of the deadline has ended without an outcome.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Your statement' }).count()).toBe(0)
  await press(page, 'Record the outcome for good')
  await told(page, 'The outcome is recorded, and the receipt is issued.')
  await shows(page, 'Failed')
  await page.getByText('Expired', { exact: true }).first().waitFor()
  await page.getByText('Outcome, not recorded by the owner').first().waitFor()
  await page.getByRole('link', { name: 'Read the receipt' }).first().click()
  await page.waitForURL('**/receipts/*')
  await page.getByText('The outcome was recorded by a wallet that is not the owner’s').waitFor()
  expect(await page.getByText('The owner’s statement').count()).toBe(0)
})
