import { createHash } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { fill, press, told } from '@/tests/support/pages-acts'
import { adminAccount, openAs } from '@/tests/support/pages-people'
import { freshAccount } from '@/tests/support/pages-wallet'
import { speakAt } from '@/tests/support/sandbox'
import { besideSharedService, sharedService } from '@/tests/support/shared-service'
import { rows } from '@/tests/support/sound'
import { draftChallenge, seedMission } from '@/tests/support/story'

const platform = speakAt(sharedService().community)

const browser = testBrowser()
let admin: Actor
beforeAll(async () => {
  admin = await signIn(browser.base, adminAccount())
})

const outbox = (page: Page) => page.getByRole('region', { name: 'Outbox' })
const entry = (page: Page, words: string) => outbox(page).getByRole('listitem').filter({ hasText: words }).first()
const APPROVE = 'Approve and send'

/** An owner with a linked Muse, who therefore may queue posts. */
async function speaker() {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const muse = await platform.muse('Bittern')
  const started = await owner.post('/api/v1/muse-links/start', { museId: muse.museId, method: 'ed25519-challenge' })
  const { nonce, message } = started.body
  const reply = await owner.post('/api/v1/muse-links/verify', { nonce, signature: muse.sign(message) })
  expect(reply.status, reply.text).toBe(201)
  return { account, owner }
}

/** A preview that waits for a moderator, queued through the API. */
async function queued(title: string): Promise<Json> {
  const { owner } = await speaker()
  const { id } = await draftChallenge(owner, { title })
  const reply = await owner.post('/api/v1/platform-outbox', { kind: 'announce', challengeId: id, channel: 'garden' })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.item
}

test('an owner queues an announcement, a moderator approves it, and it stands in the thread', async () => {
  const title = 'Which bench should stand by the pond?'
  const { account, owner } = await speaker()
  const { id } = await draftChallenge(owner, { title })

  const asking = await openAs(browser, `/challenges/${id}`, account)
  await press(asking.page, 'Queue an announcement')
  await asking.page.getByRole('button', { name: 'Queue the preview' }).waitFor()
  await asking.page.getByLabel('Channel', { exact: true }).fill('garden')
  await asking.page.getByRole('button', { name: 'Queue the preview' }).dblclick()
  await told(asking.page, 'The preview is queued.')
  await asking.page.getByRole('link', { name: 'Read the preview' }).click()
  await asking.page.waitForURL('**/moderation')
  await entry(asking.page, title).getByText('Preview', { exact: true }).waitFor()
  expect(await outbox(asking.page).getByRole('listitem').filter({ hasText: title }).count()).toBe(1)
  await outbox(asking.page).getByText('is not on it.').waitFor()
  expect(await outbox(asking.page).getByRole('button', { name: APPROVE }).count()).toBe(0)

  const stranger = await browser.open({ path: '/moderation' })
  await outbox(stranger.page).getByText('Anybody may read what was sent.').waitFor()
  expect(await stranger.page.locator('main').textContent()).not.toContain(title)

  const { page, goto } = await openAs(browser, '/moderation', adminAccount())
  const payload = await entry(page, title).locator('pre').textContent()
  const hash = createHash('sha256')
    .update(payload ?? '')
    .digest('hex')
  await entry(page, title).getByText(hash).waitFor()
  await entry(page, title).getByRole('button', { name: APPROVE }).dblclick()
  await entry(page, title).getByText('Approved and sent. It stands on the platform.').waitFor()
  await entry(page, title).getByText('Sent', { exact: true }).waitFor()
  const link = entry(page, title).getByRole('link', { name: 'where it stands' })
  const [, postId] = /\/board\/garden\/(\d+)$/.exec((await link.getAttribute('href')) ?? '') ?? []
  const { thread } = await platform.thread(Number(postId))
  expect(thread.text).toContain(`Challenge: “${title}”`)

  await goto(`/challenges/${id}`)
  const posts = page.getByRole('region', { name: 'Discussion' }).getByText('Announcement of a challenge')
  await expect.poll(async () => (await page.reload()) && posts.count()).toBe(1)
  const { notifications } = (await owner.get('/api/v1/notifications')).body
  expect(notifications[0]).toMatchObject({ kind: 'post-sent', href: `/challenges/${id}` })
  await stranger.goto('/moderation')
  await entry(stranger.page, title).waitFor()
})

test('what somebody else did meanwhile is told plainly, and shown when asked for', async () => {
  const title = 'Which gate should be painted?'
  const item = await queued(title)
  const { page, expectFault } = await openAs(browser, '/moderation', adminAccount())
  expectFault(/status of 409/)
  await entry(page, title).getByRole('button', { name: APPROVE }).waitFor()
  await admin.post(`/api/v1/platform-outbox/${item.id}/cancel`)
  await entry(page, title).getByRole('button', { name: APPROVE }).click()
  await entry(page, title).getByText('This post was already approved, sent or cancelled.').waitFor()
  await entry(page, title).getByRole('button', { name: 'Show this post as it is now' }).click()
  await entry(page, title).getByText('Cancelled', { exact: true }).waitFor()
  expect(await entry(page, title).getByRole('button', { name: APPROVE }).count()).toBe(0)
})

test('a moderator cancels a preview, and it stays on record unsent', async () => {
  const title = 'Which shed should go?'
  await queued(title)
  const { page } = await openAs(browser, '/moderation', adminAccount())
  await entry(page, title).getByRole('button', { name: 'Cancel this post' }).click()
  await entry(page, title).getByText('Cancelled. It stays on record, unsent.').waitFor()
  await page.reload()
  await entry(page, title).getByText('Cancelled', { exact: true }).waitFor()
})

test('a moderator settles a post whose answer was lost, and hears that it is settled', async () => {
  const title = 'Which hedge should be cut?'
  const { id, payloadHash } = await queued(title)
  const { item } = (await admin.post(`/api/v1/platform-outbox/${id}/approve`, { payloadHash })).body
  expect(item.state).toBe('sent')
  // As if its answer had been lost two days ago.
  await rows(
    besideSharedService().DATABASE_URL ?? '',
    `ALTER TABLE "OutboxItem" DISABLE TRIGGER final;
    UPDATE "OutboxItem" SET state = 'uncertain', "postId" = NULL, "postUrl" = NULL, "sentAt" = NULL,
      "attemptedAt" = "attemptedAt" - interval '2 days' WHERE id = '${id}';
    ALTER TABLE "OutboxItem" ENABLE TRIGGER final`,
  )
  const { page } = await openAs(browser, '/moderation', adminAccount())
  await entry(page, title).getByLabel('Address of the post').fill(item.url)
  await entry(page, title).getByRole('button', { name: 'It was sent: this is it' }).click()
  const result = entry(page, title).getByRole('status').filter({ hasText: 'Settled: it was sent' })
  await result.waitFor()
  await entry(page, title).getByText('Sent', { exact: true }).waitFor()
  expect(await result.evaluate((place) => place === document.activeElement)).toBe(true)
  expect(await entry(page, title).getByRole('button', { name: 'It was sent: this is it' }).count()).toBe(0)
})

test('an owner queues an update on a mission; a receipt needs a receipt first', async () => {
  const { account, owner } = await speaker()
  const root = await platform.post(await platform.muse('Asker'), { text: 'Who writes the guide?', channel: 'workshop' })
  const sourceUrl = platform.url(root, 'workshop')
  const { id } = await seedMission(owner, { title: 'Write the pond guide', sourceUrl })
  const { page, expectFault } = await openAs(browser, `/missions/${id}`, account)
  const section = page.getByRole('region', { name: 'On the community platform' })
  await section.getByText('This mission has no receipt yet.').waitFor()
  await press(page, 'Queue an update')
  await press(page, 'Queue the preview')
  await section.getByText(/one field needs a change/).waitFor()
  await fill(page, { 'What there is to tell': 'Half of it is written, with drawings.' })
  // Somebody claims it meanwhile: the post would say what is no longer so, until the page has read it again.
  expectFault(/status of 409/)
  expect((await (await signIn(browser.base)).post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  await press(page, 'Queue the preview')
  await told(page, 'The state of this mission is “Claimed” now.')
  await section.getByText('It says that the mission is Claimed').waitFor()
  await press(page, 'Queue the preview')
  await told(page, 'The preview is queued.')
  const { items } = (await owner.get('/api/v1/platform-outbox')).body
  expect(items[0]).toMatchObject({ kind: 'mission-update', parentPostId: String(root), channel: 'workshop' })

  const moderator = await openAs(browser, '/moderation', adminAccount())
  const update = entry(moderator.page, 'Half of it is written, with drawings.')
  await update.getByRole('button', { name: APPROVE }).click()
  await update.getByText('Approved and sent.').waitFor()
  await page.reload()
  await expect
    .poll(async () => (await page.reload()) && section.textContent())
    .toContain('Half of it is written, with drawings.')
})

test('the status tells the connector’s mode, key and last calls', async () => {
  await speaker()
  const { page } = await browser.open({ path: '/status' })
  const section = page.getByRole('region', { name: 'Community platform' })
  const text = await section.textContent()
  for (const words of ['Reads and posts', 'SHA256:', 'Its last calls', 'Answered', 'ms']) expect(text).toContain(words)
})

test('on a phone, in both themes: axe finds nothing in the outbox and on the status', async () => {
  await queued('Which path should be swept?')
  const { page, goto } = await openAs(browser, '/moderation', adminAccount(), { viewport: PHONE })
  await outbox(page).getByRole('button', { name: APPROVE }).first().waitFor()
  await expectAccessible(page)
  await goto('/status')
  await expectAccessible(page)
})
