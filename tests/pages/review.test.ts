import type pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, overflow } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { signButton, signInByClicks, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { openSharedDatabase, verifierAccount } from '@/tests/support/shared-service'
import {
  claimedMission,
  dayFromNow,
  decisionBody,
  openChallenge,
  proofBody,
  provenMission,
} from '@/tests/support/story'
import { fileBody, samples, sendUpload } from '@/tests/support/upload'

const browser = testBrowser()
let sql: pg.Pool
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  sql = openSharedDatabase()
  ;[owner, contributor, verifier] = await Promise.all([
    signIn(browser.base),
    signIn(browser.base),
    signIn(browser.base, verifierAccount()),
  ])
})
afterAll(() => sql.end())

const proven = (title: string, by = owner) => provenMission(by, contributor, { title })
const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const verdictButton = (page: Page, title: string) => card(page, title).getByRole('button', { name: /^Review/ })

async function openQueue(account = freshAccount()) {
  const opened = await browser.open({ path: '/review', wallets: [{ accounts: [account] }] })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(opened.page, wallet)
  return { ...opened, wallet }
}

test('anybody reads the evidence beside the criteria; judging asks for a sign-in', async () => {
  await proven('A proof that anybody reads')
  const { page } = await browser.open({ path: '/review' })
  const text = await card(page, 'A proof that anybody reads').textContent()
  for (const part of [
    'A link to the page.',
    'The page is public and answers all ten.',
    'The page is live.',
    'example.org',
  ])
    expect(text).toContain(part)
  await page.getByText('Anyone can read.').waitFor()
  const button = verdictButton(page, 'A proof that anybody reads')
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect(await card(page, 'A proof that anybody reads').textContent()).toContain('Sign in with a verifier’s wallet')
})

test('a wallet that is no verifier’s is told so', async () => {
  await proven('A proof for verifiers only')
  const { page } = await openQueue()
  await page.getByText('is not one of them.').waitFor()
  const button = verdictButton(page, 'A proof for verifiers only')
  expect(await button.getAttribute('aria-disabled')).toBe('true')
})

test('a verifier finds what they own and what they submitted disabled, with the reason', async () => {
  await proven('A proof of the verifier’s own mission', verifier)
  await provenMission(owner, verifier, { title: 'A proof that the verifier submitted' })
  const { page } = await openQueue(verifier.account)
  const reasons = [
    ['A proof of the verifier’s own mission', 'You own this mission, so you cannot review its proof.'],
    ['A proof that the verifier submitted', 'You submitted this proof, so you cannot review it.'],
  ] as const
  for (const [title, reason] of reasons) {
    await card(page, title).getByText(reason).waitFor()
    expect(await verdictButton(page, title).getAttribute('aria-disabled')).toBe('true')
    await verdictButton(page, title).click({ force: true })
    expect(await card(page, title).getByLabel('Why').count()).toBe(0)
  }
  await page.getByText('not yours to review').waitFor()
})

test('a verdict needs its reason; signed, it leaves the queue and stands in progress and cleared', async () => {
  const title = 'A proof that is sent back'
  const { mission } = await proven(title)
  const { page, wallet } = await openQueue(verifier.account)
  await verdictButton(page, title).click()
  await card(page, title).getByText('Request changes').click()
  await card(page, title).getByRole('button', { name: 'Continue to signing' }).click()
  await card(page, title).getByText('This field is required.').first().waitFor()

  await card(page, title).getByLabel('Why').fill('Which of the ten questions is answered where?')
  await card(page, title).getByRole('button', { name: 'Continue to signing' }).click()
  await signButton(page).waitFor()
  const text = await walletDialog(page).getByRole('region', { name: 'The exact text' }).textContent()
  expect(text).toContain('Verdict: request-changes')
  await signButton(page).click()
  await walletDialog(page).getByText(`Your signed verdict on “${title}” is recorded.`).waitFor()
  await page.keyboard.press('Escape')
  await card(page, title).waitFor({ state: 'detached' })
  expect(wallet.signed[1]).toBe(text)
  await page.getByRole('main').getByText(`Your signed verdict on “${title}” is recorded.`).first().waitFor()

  for (const region of ['In progress', 'Cleared']) {
    const entry = page.getByRole('region', { name: region }).getByRole('listitem').filter({ hasText: title })
    expect(await entry.textContent()).toContain('Which of the ten questions is answered where?')
    expect(await entry.getByRole('link', { name: title }).getAttribute('href')).toBe(`/missions/${mission.id}`)
  }
})

/** A verifier at the queue, with a verdict typed and not signed yet. */
async function judging(title: string, verdict: string, account = verifier.account) {
  const opened = await openQueue(account)
  await verdictButton(opened.page, title).click()
  await card(opened.page, title).getByLabel(verdict).check()
  await card(opened.page, title).getByLabel('Why').fill('It says what was asked.')
  return opened
}

const goOn = (page: Page, title: string) =>
  card(page, title).getByRole('button', { name: 'Continue to signing' }).click()

test.for([320, 390])('one long word of a title widens neither the result nor its page, %d px wide', async (width) => {
  const title = `${'Rindfleischetikettierung'.repeat(5)}${width}`
  await proven(title)
  const { page } = await judging(title, 'Approve')
  await page.setViewportSize({ width, height: 740 })
  await goOn(page, title)
  await signButton(page).click()
  const told = `Your signed verdict on “${title}” is recorded.`
  const dialog = walletDialog(page)
  await dialog.getByText(told).waitFor()
  const tooWide = () =>
    dialog.evaluate((sheet) => [sheet, ...sheet.querySelectorAll('*')].filter((e) => e.scrollWidth > innerWidth).length)
  expect([await tooWide(), await overflow(page)]).toEqual([0, 0])
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByText(told).first().waitFor()
  expect(await overflow(page)).toBe(0)
})

/** The sheet says why there is nothing to sign, and closes. */
async function refusedWith(page: Page, words: string) {
  await walletDialog(page).getByText(words).waitFor()
  for (const name of [/^Sign with/, 'Prepare it again', 'Sign on your phone instead'])
    expect(await walletDialog(page).getByText(name).count()).toBe(0)
  await walletDialog(page).getByRole('button', { name: 'Close' }).last().click()
}

test('a verdict stays where it was typed when the session is over and the sign-in is left', async () => {
  const title = 'A proof judged at the end of a session'
  await proven(title)
  const { page, context, expectFault } = await openQueue(verifier.account)
  expectFault(/status of 401/)
  await verdictButton(page, title).click()
  await card(page, title)
    .getByRole('radio', { name: /^Approve/ })
    .check()
  await card(page, title).getByLabel('Why').fill('It answers all ten.')
  await context.clearCookies()
  await card(page, title).getByRole('button', { name: 'Continue to signing' }).click()
  await walletDialog(page).getByText('Your session is over').waitFor()
  await walletDialog(page).getByRole('button', { name: 'Not now' }).click()
  await card(page, title).getByText('Your session is over, so nothing was sent.').waitFor()
  expect(await card(page, title).getByLabel('Why').inputValue()).toBe('It answers all ten.')
})

test('a decision that was replaced while it was read is not signed with the words about the earlier one', async () => {
  const title = 'A decision that changes sides'
  const account = freshAccount()
  const asker = await signIn(browser.base, account)
  const { id } = await openChallenge(asker, { title })
  browser.passDays(2)
  const at = `/api/v1/challenges/${id}/decision`
  expect((await asker.post(at, decisionBody)).status).toBe(201)
  const { page, wallet, expectFault } = await judging(title, 'Approve')
  // The linked post is not in the sandbox.
  expectFault(/status of 404/)
  expect((await asker.post(`${at}/withdraw`, { reason: 'The wrong side.' })).status).toBe(201)
  expect((await asker.post(at, { ...decisionBody, side: 'B', explanation: 'It was the other one.' })).status).toBe(201)
  await goOn(page, title)
  await refusedWith(page, 'It has changed since you read it.')
  await card(page, title).getByText('It was the other one.').waitFor()
  await page.getByRole('main').getByText('It has changed since you read it.').waitFor()
  expect(wallet.signed.filter((text) => text.includes('Verdict:'))).toEqual([])
  expect((await asker.get(`/api/v1/challenges/${id}`)).body.challenge.state).toBe('DECISION_SUBMITTED')
})

test('a file that joins a proof after the text was prepared is not signed unseen', async () => {
  const title = 'A proof that gets one more file'
  const { mission, proof } = await proven(title)
  const { page, wallet, expectFault } = await judging(title, 'Approve')
  expectFault(/status of 4(09|10)/)
  await goOn(page, title)
  await signButton(page).waitFor()
  await sendUpload(browser.base, contributor, mission.id, fileBody(samples['image/png'](title), proof.id))
  browser.setClock(11 * 60)
  await signButton(page).click()
  await walletDialog(page).getByRole('button', { name: 'Prepare it again' }).click()
  await refusedWith(page, 'It has changed since you read it.')

  // What was typed is still there, and now it is about what is shown.
  await card(page, title).getByText('Files, covered by your signature').waitFor()
  await goOn(page, title)
  await signButton(page).click()
  await walletDialog(page).getByText(`Your signed verdict on “${title}” is recorded.`).waitFor()
  expect(wallet.signed.at(-1)).toContain('Reason: "It says what was asked."')
})

test('a verifier who comes second is told so on the page, and the item is gone without a reload', async () => {
  const title = 'A proof that two verifiers read'
  const { proof } = await proven(title)
  const { page, expectFault } = await judging(title, 'Approve')
  expectFault(/status of 409/)
  const first = await signIn(browser.base, verifierAccount(1))
  const verdict = { verdict: 'approve', reason: 'It is there.' }
  expect((await first.signed(`/api/v1/proof/${proof.id}/review`, verdict)).status).toBe(201)
  await goOn(page, title)
  await refusedWith(page, 'This proof is not waiting for a review.')
  await card(page, title).waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('This proof is not waiting for a review.').waitFor()
  expect(await page.getByRole('button', { name: 'Continue to signing' }).count()).toBe(0)
})

test('a proof that came after the deadline is marked where it is judged', async () => {
  const title = 'Handed in after its day'
  const account = freshAccount()
  const late = await signIn(browser.base, account)
  const mission = await claimedMission(owner, late, { title, deadline: dayFromNow(1) })
  // Not longer than a session: the service forgets those that are over, and the tests below go on with theirs.
  browser.passDays(2)
  expect((await late.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody)).status).toBe(201)
  const { page } = await browser.open({ path: '/review' })
  await card(page, title).getByText('After the deadline').waitFor()
})

test('j and k walk the queue, not while somebody types, and can be switched off', async () => {
  await Promise.all([proven('The first of two to walk'), proven('The second of two to walk')])
  const { page } = await openQueue(verifier.account)
  const all = page.locator('[data-queue-item]')
  const focused = () => all.evaluateAll((items) => items.findIndex((item) => item.matches(':focus')))
  await page.keyboard.press('j')
  expect(await focused()).toBe(0)
  await page.keyboard.press('j')
  expect(await focused()).toBe(1)
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  expect(await focused()).toBe(0)
  await page.getByRole('button', { name: 'Next item' }).click()
  await page.getByRole('button', { name: /^Keys j k/ }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('/')
  expect(await focused()).toBe(-1)
  expect(await page.locator('#search-dialog').getAttribute('open'), 'nor does a key open the search').toBeNull()
  await page.getByRole('button', { name: /^Keys j k/ }).click()

  await verdictButton(page, 'The second of two to walk').click()
  const why = card(page, 'The second of two to walk').getByLabel('Why')
  await why.click()
  await page.keyboard.type('jjkk')
  expect(await why.inputValue()).toBe('jjkk')
})

/** Gives the queue so many copies of a waiting proof, each of a mission of its own, newer than all others. */
async function copyWaiting({ mission, proof }: Awaited<ReturnType<typeof proven>>, count: number): Promise<void> {
  await sql.query(
    `WITH numbers AS (SELECT n, (left($1::uuid::text, 24) || lpad(n::text, 12, '0'))::uuid AS mission, gen_random_uuid() AS milestone,
        ('ffffffff-ffff-7fff-bfff-' || lpad(n::text, 12, '0'))::uuid AS proof FROM generate_series(1, $3) n),
      missions AS (INSERT INTO "Mission" SELECT (json_populate_record(m, json_build_object('id', n.mission, 'challengeId', null,
          'title', m.title || ' ' || n.n))).* FROM "Mission" m, numbers n WHERE m.id = $1),
      milestones AS (INSERT INTO "Milestone" SELECT (json_populate_record(i, json_build_object('id', n.milestone,
          'missionId', n.mission))).* FROM "Milestone" i, numbers n WHERE i."missionId" = $1)
    INSERT INTO "Proof" SELECT (json_populate_record(p, json_build_object('id', n.proof, 'missionId', n.mission,
        'milestoneId', n.milestone))).* FROM "Proof" p, numbers n WHERE p.id = $2`,
    [mission.id, proof.id, count],
  )
}

/** Takes what waits out of the queue while something is done. */
async function withoutQueue(work: () => Promise<void>): Promise<void> {
  const hide = (table: string, state: string) =>
    sql.query(`UPDATE "${table}" SET "hiddenAt" = now() WHERE state = '${state}' AND "hiddenAt" IS NULL RETURNING id`)
  const show = (table: string, rows: readonly { id: string }[]) =>
    sql.query(`UPDATE "${table}" SET "hiddenAt" = NULL WHERE id = ANY($1)`, [rows.map(({ id }) => id)])
  const missions = await hide('Mission', 'PROOF_SUBMITTED')
  const challenges = await hide('Challenge', 'DECISION_SUBMITTED')
  try {
    await work()
  } finally {
    await show('Mission', missions.rows)
    await show('Challenge', challenges.rows)
  }
}

test('a queue of more than a hundred is told as such, and read to its end by links', async () => {
  await withoutQueue(async () => {
    const title = 'One of very many'
    await copyWaiting(await proven(title), 100)
    const { page } = await openQueue(verifier.account)
    await page.getByText('100 or more', { exact: true }).waitFor()
    await page.getByText('100 on this page wait for you.').waitFor()
    expect(await card(page, `${title} 99`).count()).toBe(1)
    expect(await card(page, `${title} 100`).count()).toBe(0)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Newer' }).click()
    await card(page, `${title} 100`).waitFor()
    await page.getByText('1 on this page waits for you.').waitFor()
    await page.getByRole('link', { name: 'Back to the oldest' }).click()
    await card(page, `${title} 1`).waitFor()
    await sql.query(`UPDATE "Mission" SET "hiddenAt" = now() WHERE title LIKE $1`, [`${title}%`])
  })
})

test('an empty queue claims no verdict for what was closed without one', async () => {
  await withoutQueue(async () => {
    const { mission } = await proven('Closed with a waiting proof')
    const closed = await owner.post(`/api/v1/missions/${mission.id}/complete`, {
      outcome: 'abandoned',
      statement: 'Nobody reads it any more.',
    })
    expect(closed.status, closed.text).toBe(201)
    const { page } = await browser.open({ path: '/review' })
    await page.getByText('Nothing waits for a signature now.').waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('has its signed verdict')
  })
})

test('on a phone, in both themes: axe finds nothing, and nothing leaves the screen', async () => {
  await proven('A proof on a small screen')
  const { page } = await browser.open({ path: '/review', viewport: PHONE })
  await page.getByText('Anyone can read.').waitFor()
  await expectAccessible(page)
})
