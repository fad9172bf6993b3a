import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { fill, isBeforeReader, press } from '@/tests/support/pages-acts'
import { adminAccount, openAs } from '@/tests/support/pages-people'
import { freshAccount } from '@/tests/support/pages-wallet'
import { type Muse, speakAt } from '@/tests/support/sandbox'
import { besideSharedService, sharedService } from '@/tests/support/shared-service'
import { rows } from '@/tests/support/sound'
import { draftChallenge, openChallenge } from '@/tests/support/story'

const browser = testBrowser()
const platform = speakAt(sharedService().community)

const discussion = (page: Page) => page.getByRole('region', { name: 'Discussion' })
const proposal = (page: Page, author: string) => discussion(page).getByRole('article', { name: author })
const announced = (page: Page, words: string | RegExp) =>
  discussion(page).getByRole('status').getByText(words).waitFor()

interface Discussed {
  readonly account: ReturnType<typeof freshAccount>
  readonly owner: Actor
  readonly id: string
  readonly path: string
  readonly root: number
  readonly muse: Muse
}

/** A challenge that still takes responses, and a thread on the platform. */
async function discussed(): Promise<Discussed> {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const { id } = await draftChallenge(owner)
  const muse = await platform.muse('Heron')
  const root = await platform.post(muse, { text: 'Which greeting is kinder?' })
  return { account, owner, id, path: `/challenges/${id}`, root, muse }
}

/** The same, linked and read through the API, with so many replies by Muses of their own. */
async function imported(names: readonly string[]): Promise<Discussed> {
  const made = await discussed()
  for (const name of names) {
    await platform.post(await platform.muse(name), { text: `A reply by ${name}.`, parent: made.root })
  }
  const path = `/api/v1/challenges/${made.id}/musebook`
  await made.owner.post(path, { channel: 'lobby', originPostUrl: platform.url(made.root) })
  const synced = await made.owner.post(`${path}/sync`)
  expect(synced.body.proposals, synced.text).toHaveLength(names.length)
  return made
}

async function decide(page: Page, author: string, choice: string | RegExp) {
  await proposal(page, author)
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  await proposal(page, author).getByRole('radio', { name: choice }).check()
  await proposal(page, author).getByRole('button', { name: 'Record it for good' }).click()
}

test('without a discussion the page says what comes next, and anybody but the owner why not', async () => {
  const { path } = await discussed()
  const { page } = await openAs(browser, path)
  await discussion(page).getByText('Not linked to a discussion yet.').waitFor()
  await discussion(page).getByText('is not the owner').waitFor()
  expect(await discussion(page).getByRole('button').count()).toBe(0)
})

test('the owner links a thread, reads it, accepts one reply and rejects another, by clicking', async () => {
  const { account, path, root, owner, id } = await discussed()
  const wren = await platform.muse('Wren')
  const text = 'The short one.\n<b>Really</b>, and [no markup](https://example.org) is made of this.'
  const reply = await platform.post(wren, { text, parent: root })
  await platform.postAnonymously('Passer', { text: 'Neither of them.', parent: root })

  const { page, context } = await openAs(browser, path, account)
  await press(page, 'Link the discussion')
  await fill(page, { 'A post of the thread': platform.url(root) })
  expect(await page.getByLabel('Channel').inputValue()).toBe('lobby')
  await press(page, 'Link this discussion')
  await announced(page, 'The discussion is linked. Read the thread next.')
  await page.getByRole('link', { name: 'In the channel lobby' }).waitFor()

  await press(page, 'Read the thread now')
  await press(page, 'Read it now')
  await announced(page, 'The thread was read. 2 new replies became proposals.')
  await proposal(page, 'Wren').waitFor()
  const shown = await proposal(page, 'Wren').textContent()
  for (const part of ['(unverified name)', wren.museId, '<b>Really</b>', '[no markup]', 'Waits for you'])
    expect(shown).toContain(part)
  await discussion(page).getByText('2 imported, 2 wait for you').waitFor()
  const card = page.getByRole('region', { name: 'Who acts next' })
  await card.getByText('Your turn: decide on 2 proposals, or record a response link.').waitFor()
  await card.getByRole('link', { name: 'See the proposals' }).waitFor()
  const said = await (await context.request.get(path)).text()
  expect([said.includes('Waits for the owner'), said.includes('Your turn:')]).toEqual([true, false])
  const link = proposal(page, 'Wren').getByRole('link', { name: 'Read the post' })
  expect(await link.getAttribute('href')).toBe(platform.url(reply))
  expect(await link.getAttribute('rel')).toBe('noopener nofollow ugc')
  expect(await link.textContent()).toContain(new URL(platform.base).host)

  await decide(page, 'Wren', /^Accept as side A/)
  await proposal(page, 'Wren').getByText('the post is the response of side A for good').waitFor()
  await proposal(page, 'Wren').getByText('Accepted as side A', { exact: true }).waitFor()
  await decide(page, 'Passer', /^Reject it/)
  await proposal(page, 'Passer').getByText('Rejected. The proposal stays on record.').waitFor()
  await proposal(page, 'Passer').getByText('Rejected by').waitFor()

  const { challenge } = (await owner.get(`/api/v1/challenges/${id}`)).body
  expect(challenge.submissions.A.url).toBe(platform.url(reply))
  const html = await (await context.request.get(path)).text()
  expect(html).toContain('Accepted as side A')
})

test('what a reading leaves out is told, and a second one brings only what is new', async () => {
  const { account, path, root, owner, id, muse } = await discussed()
  for (let index = 0; index < 4; index++) await platform.post(muse, { text: `Thought ${index}`, parent: root })
  await owner.post(`/api/v1/challenges/${id}/musebook`, { channel: 'lobby', originPostUrl: platform.url(root) })
  const { page } = await openAs(browser, path, account, { viewport: PHONE })
  await press(page, 'Read it now')
  const words = /3 new replies became proposals\. One reply was left out: a Muse has at most 3 proposals here\./
  await announced(page, words)
  await discussion(page).getByText('Read in part').waitFor()
  const result = discussion(page).getByRole('status').getByText(words)
  // The new proposals stand above it.
  await expect.poll(() => isBeforeReader(result)).toBe(true)
  await platform.post(await platform.muse('Late'), { text: 'And me?', parent: root })
  await press(page, 'Read the thread now')
  await press(page, 'Read it now')
  await announced(page, /One new reply became a proposal\./)
  await proposal(page, 'Late').waitFor()
})

test('of a challenge that has ended nothing waits, and nobody is told to do anything', async () => {
  const { account, owner, id, path } = await imported(['Heron', 'Stork'])
  const unread = await discussed()
  await unread.owner.post(`/api/v1/challenges/${unread.id}/musebook`, { channel: 'lobby' })
  for (const one of [{ owner, id }, unread])
    expect((await one.owner.post(`/api/v1/challenges/${one.id}/cancel`, { reason: 'Nobody asks.' })).status).toBe(201)
  const { page } = await openAs(browser, path, account)
  await discussion(page).getByText('2 imported, 2 were never decided').waitFor()
  expect(await discussion(page).getByText('Not decided', { exact: true }).count()).toBe(2)
  expect(await page.getByText('No response link.', { exact: true }).count()).toBe(2)
  expect(
    await discussion(page)
      .getByRole('button', { name: /^Decide on it/ })
      .count(),
  ).toBe(0)
  expect(await page.getByRole('main').textContent()).not.toMatch(/waits? for the owner|No response link yet/i)

  await page.goto(unread.path)
  await discussion(page).getByText('It was never read.').waitFor()
  expect(await discussion(page).textContent()).not.toMatch(
    /begins with the announcement|reads it for the first time|yet/,
  )
})

test('of a challenge that was cancelled before any decision no post of a decision is spoken of', async () => {
  const owner = await signIn(browser.base)
  const { id } = await openChallenge(owner)
  expect((await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Nobody asks.' })).status).toBe(201)
  const { page } = await browser.open({ path: `/challenges/${id}` })
  await discussion(page).getByText('It was not linked to a discussion.').waitFor()
  expect(await discussion(page).textContent()).not.toMatch(/decision/)
})

test('a double click decides once', async () => {
  const { account, path, owner, id } = await imported(['Finch'])
  const { page } = await openAs(browser, path, account)
  await proposal(page, 'Finch')
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  await proposal(page, 'Finch')
    .getByRole('radio', { name: /^Accept as side B/ })
    .check()
  await proposal(page, 'Finch').getByRole('button', { name: 'Record it for good' }).dblclick()
  await proposal(page, 'Finch').getByText('the response of side B for good').waitFor()
  const { history } = (await owner.get(`/api/v1/challenges/${id}`)).body.challenge
  expect(history.filter((event: { kind: string }) => event.kind === 'proposal-accepted')).toHaveLength(1)
})

test('a proposal that somebody decided meanwhile is told plainly', async () => {
  const { account, path, owner, id } = await imported(['Robin'])
  const { page, expectFault } = await openAs(browser, path, account)
  expectFault(/status of 409/)
  const { proposals } = (await owner.get(`/api/v1/challenges/${id}/musebook`)).body
  // From now on the page reads nothing by itself.
  await discussion(page).getByRole('button', { name: 'Read the thread now' }).waitFor()
  await proposal(page, 'Robin')
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  await proposal(page, 'Robin').getByRole('radio', { name: 'Reject it' }).check()
  await owner.post(`/api/v1/challenges/${id}/proposals/${proposals[0].id}/reject`)
  await proposal(page, 'Robin').getByRole('button', { name: 'Record it for good' }).click()
  await proposal(page, 'Robin').getByText('This proposal was already accepted or rejected.').waitFor()
})

test('a form whose proposal was decided before it was sent says so', async () => {
  const { account, path, owner, id } = await imported(['Dipper'])
  const { page } = await openAs(browser, path, account)
  const musebook = `/api/v1/challenges/${id}/musebook`
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${musebook}`, async (route) => {
    await asked
    await route.continue()
  })
  await page.reload()
  await proposal(page, 'Dipper')
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  await proposal(page, 'Dipper').getByRole('radio', { name: 'Reject it' }).check()
  const { proposals } = (await owner.get(musebook)).body
  await owner.post(`/api/v1/challenges/${id}/proposals/${proposals[0].id}/reject`)
  answer()
  await proposal(page, 'Dipper').getByText('This proposal was already accepted or rejected.').waitFor()
})

test('a side that somebody took meanwhile is chosen no longer, and is not sent again', async () => {
  const { account, path, owner, id } = await imported(['Wigeon'])
  const { page, expectFault } = await openAs(browser, path, account)
  expectFault(/status of 409/)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/accept')) sent.push(request.url())
  })
  // From now on the page reads nothing by itself.
  await discussion(page).getByRole('button', { name: 'Read the thread now' }).waitFor()
  const link = { side: 'A', url: 'https://example.org/another' }
  expect((await owner.post(`/api/v1/challenges/${id}/submissions`, link)).status).toBe(201)
  await decide(page, 'Wigeon', /^Accept as side A/)
  await proposal(page, 'Wigeon')
    .getByRole('radio', { name: /^Accept as side A/ })
    .waitFor({ state: 'detached' })
  await proposal(page, 'Wigeon').getByRole('button', { name: 'Record it for good' }).click()
  await proposal(page, 'Wigeon').getByText('Choose one of these first.').waitFor()
  expect(sent).toHaveLength(1)
})

test('a moderator may reject a proposal, and not accept it', async () => {
  const { path } = await imported(['Magpie'])
  const { page } = await openAs(browser, path, adminAccount())
  await proposal(page, 'Magpie')
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  expect(await proposal(page, 'Magpie').getByRole('radio').count()).toBe(1)
  await proposal(page, 'Magpie').getByRole('radio', { name: 'Reject it' }).check()
  await proposal(page, 'Magpie').getByRole('button', { name: 'Record it for good' }).click()
  await proposal(page, 'Magpie').getByText('Rejected. The proposal stays on record.').waitFor()
})

test('where both sides have their response, it is said that none can be accepted', async () => {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const { id } = await openChallenge(owner)
  const root = await platform.post(await platform.muse(), { text: 'Here.' })
  await platform.post(await platform.muse('Crane'), { text: 'Too late?', parent: root })
  await owner.post(`/api/v1/challenges/${id}/musebook`, { channel: 'lobby', originPostUrl: platform.url(root) })
  await owner.post(`/api/v1/challenges/${id}/musebook/sync`)
  const { page } = await openAs(browser, `/challenges/${id}`, account)
  await proposal(page, 'Crane')
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  await proposal(page, 'Crane').getByText('no side takes a response any more').waitFor()
})

test('a draft whose day has ended offers no side, though both are free', async () => {
  const { account, id, path } = await imported(['Egret'])
  await rows(
    besideSharedService().DATABASE_URL ?? '',
    `UPDATE "Challenge" SET "submissionDeadline" = (now() AT TIME ZONE 'UTC')::date - 1 WHERE id = '${id}'`,
  )
  const { page } = await openAs(browser, path, account)
  await proposal(page, 'Egret')
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  await proposal(page, 'Egret').getByText('no side takes a response any more').waitFor()
})

test('a thread that the platform cannot give is told, and the words of the form stay', async () => {
  const { account, path, owner, id } = await discussed()
  await owner.post(`/api/v1/challenges/${id}/musebook`, { channel: 'attic', originPostUrl: platform.url(2, 'attic') })
  const { page, expectFault } = await openAs(browser, path, account)
  expectFault(/status of 503/)
  await press(page, 'Read it now')
  await announced(page, /Nothing was changed\./)
  await page.getByRole('button', { name: 'Read it now' }).waitFor()
})

test('a post of another channel than the one named is a fault of its field; a draft survives a reload', async () => {
  const { account, path, root } = await discussed()
  const { page, expectFault } = await openAs(browser, path, account)
  expectFault(/status of 400/)
  await press(page, 'Link the discussion')
  await fill(page, { 'A post of the thread': platform.url(root), Channel: 'garden' })
  await page.reload()
  await press(page, 'Link the discussion')
  await page.getByText('Your draft from before is here again.').waitFor()
  await press(page, 'Link this discussion')
  const field = page.getByLabel(/^A post of the thread/)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await discussion(page).getByText('This post is in the channel lobby.').first().waitFor()
})

test('an owner without a Muse and without Seeds is told what an announcement needs', async () => {
  const { account, path } = await discussed()
  const { page } = await openAs(browser, path, account)
  await discussion(page).getByText('This needs a linked Muse or at least 10 Seeds.').waitFor()
})

test('on a phone, in both themes: axe finds nothing where the owner decides', async () => {
  const { account, path } = await imported(['Linnet', 'A name that is longer than a phone is wide, and then some more'])
  const { page } = await openAs(browser, path, account, { viewport: PHONE })
  await proposal(page, 'Linnet')
    .getByRole('button', { name: /^Decide on it/ })
    .click()
  await press(page, 'Read the thread now')
  await discussion(page).getByRole('button', { name: 'Read it now' }).waitFor()
  await expectAccessible(page)
})

test('“Open the form” opens the form of the challenge, not the one of the discussion', async () => {
  const account = freshAccount()
  const { id } = await draftChallenge(await signIn(browser.base, account))
  const { page } = await openAs(browser, `/challenges/${id}`, account)
  await discussion(page).getByRole('button', { name: 'Link the discussion' }).waitFor()
  const toggle = page.getByRole('button', { name: 'Record a response link' })
  await toggle.click()
  await page.getByRole('region', { name: 'Who acts next' }).getByRole('button', { name: 'Open the form' }).click()
  await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  expect(await discussion(page).locator('form').count()).toBe(0)
})
