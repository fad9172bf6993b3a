import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { UNKNOWN_ID } from '@/tests/support/walk'

// The reason that somebody gives for the end of a Muse link is public, so a moderator can withhold it.

const REASON = 'Follow me at scam.example for free coins.'

let world: PlatformWorld
let admin: Actor
let wallet: Actor
beforeAll(async () => {
  world = await openPlatformWorld('off')
  admin = await world.admin()
})
beforeEach(async () => {
  wallet = await world.wallet()
})
afterAll(() => world.close())

const history = async (who = wallet) => world.get(`/api/v1/muse-links?wallet=${who.address}`)

/** A link that its own wallet ended. */
async function ended(reason?: string): Promise<Json> {
  await linkMuse(wallet, await world.sandbox.muse())
  const reply = await wallet.post('/api/v1/muse-links/unlink', reason === undefined ? {} : { reason })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.link
}

test('a hidden reason is withheld from the history of the link, which stays, and comes back with it', async () => {
  const link = await ended(REASON)
  expect((await history()).body.links).toEqual([link])
  const hidden = await done(hide(admin, 'muse-link', link.id.toUpperCase(), 'Advertising.'))
  const deed = {
    recordType: 'muse-link',
    recordId: link.id,
    moderator: admin.address,
    seeds: 0,
    at: expect.any(String),
  }
  expect(hidden).toEqual({ ...deed, action: 'hide', reason: 'Advertising.', hidden: true })
  const shown = await history()
  expect(shown.text).not.toContain('scam')
  expect(shown.body.links).toEqual([{ ...link, unlinkReason: null, withheld: true }])
  expect((await world.get(`/api/v1/muse-links?museId=${link.museId}`)).body).toEqual(shown.body)
  expectRefused(await hide(admin, 'muse-link', link.id), 409)

  const restored = await done(restore(admin, 'muse-link', link.id))
  expect(restored).toEqual({ ...deed, action: 'restore', reason: 'It was harmless.', hidden: false })
  expect((await history()).body.links).toEqual([link])
  expectRefused(await restore(admin, 'muse-link', link.id), 409)
})

test('who hid it, and why, is on record, and whoever wrote the reason is told', async () => {
  const link = await ended(REASON)
  await done(hide(admin, 'muse-link', link.id, 'Advertising.'))
  const list = async (state: string): Promise<Json> =>
    (await admin.get(`/api/moderation?limit=1&state=${state}`)).body.hidings[0]
  const hiding = await list('hidden')
  expect(hiding).toMatchObject({
    recordType: 'muse-link',
    recordId: link.id,
    challengeId: null,
    missionId: null,
    title: `${link.museId} and ${wallet.address}`,
    excerpt: REASON,
    reason: 'Advertising.',
    hiddenBy: admin.address,
  })
  const told = async (): Promise<Json> => (await wallet.get('/api/v1/notifications')).body.notifications[0]
  const href = `/wallets/${wallet.address}`
  expect(await told()).toMatchObject({ kind: 'record-hidden', href, body: expect.stringContaining('Advertising.') })
  await done(restore(admin, 'muse-link', link.id))
  expect(await told()).toMatchObject({ kind: 'record-restored', href })
  expect(await list('restored')).toMatchObject({ id: hiding.id, hidden: false, restoredBy: admin.address })
})

test('what a moderator wrote when ending another wallet’s link can be hidden as well', async () => {
  await linkMuse(wallet, await world.sandbox.muse())
  const body = { wallet: wallet.address, reason: 'Impersonation of somebody whose name is told here.' }
  const { link } = (await admin.post('/api/v1/muse-links/unlink', body)).body
  await done(hide(admin, 'muse-link', link.id))
  expect((await history()).text).not.toContain('Impersonation')
})

test('the hiding is told to the wallet of the link and to whoever wrote the reason, and is absent for others', async () => {
  const unlinked = await world.wallet()
  await linkMuse(unlinked, await world.sandbox.muse())
  const body = { wallet: unlinked.address, reason: REASON }
  const byModerator = (await admin.post('/api/v1/muse-links/unlink', body)).body.link
  for (const [link, party] of [
    [await ended(REASON), wallet],
    [byModerator, unlinked],
  ] as const) {
    const at = `/api/v1/moderation/tombstone?recordType=muse-link&recordId=${link.id}`
    const { at: hiddenAt } = await done(hide(admin, 'muse-link', link.id, 'Advertising.'))
    const told = {
      recordType: 'muse-link',
      recordId: link.id,
      reason: 'Advertising.',
      hiddenBy: admin.address,
      hiddenAt,
    }
    expect((await party.get(at)).body).toMatchObject({ tombstone: { ...told, seeds: 0, restorable: false } })
    expect((await admin.get(at)).body).toMatchObject({ tombstone: { ...told, restorable: true } })
    expectRefused(await (await world.wallet()).get(at), 404)
    await done(restore(admin, 'muse-link', link.id))
    expectRefused(await party.get(at), 404)
  }
})

test('a link without a reason has nothing to hide; an unknown one is 404; others may not', async () => {
  const muse = await world.sandbox.muse()
  const active = await linkMuse(wallet, muse)
  expectRefused(await hide(admin, 'muse-link', active.id), 409)
  await wallet.post('/api/v1/muse-links/unlink')
  expectRefused(await hide(admin, 'muse-link', active.id), 409)
  for (const id of [UNKNOWN_ID, 'none', '']) expectRefused(await hide(admin, 'muse-link', id), 404)
  const link = await ended(REASON)
  expectRefused(await hide(wallet, 'muse-link', link.id), 403)
})

test('a hidden reason changes nothing of who may be linked', async () => {
  const link = await ended(REASON)
  await done(hide(admin, 'muse-link', link.id))
  const next = await linkMuse(wallet, await world.sandbox.muse())
  expect((await history()).body.links.map(({ id, active }: Json) => [id, active])).toEqual([
    [next.id, true],
    [link.id, false],
  ])
})

test('a reason can be reported; moderators dismiss the report or hide the reason', async () => {
  const [reporter, second] = [await world.wallet(), await world.wallet()]
  const link = await ended(REASON)
  const report = (who: Actor) =>
    who.post('/api/moderation/reports', { recordType: 'muse-link', recordId: link.id, reason: 'An advertisement.' })
  const first = await report(reporter)
  expect(first.status, first.text).toBe(201)
  expect(first.body.report).toMatchObject({ challengeId: null, missionId: null, excerpt: REASON, state: 'open' })
  expect((await admin.get('/api/v1/notifications')).body.notifications[0].body).toContain(link.museId)
  expectRefused(await report(reporter), 409)
  const dismissed = await admin.post(`/api/moderation/reports/${first.body.report.id}/dismiss`, {
    reason: 'It may stay.',
  })
  expect(dismissed.status, dismissed.text).toBe(201)
  const newest = async (who: Actor): Promise<Json> => (await who.get('/api/v1/notifications')).body.notifications[0]
  expect(await newest(reporter)).toMatchObject({ kind: 'report-settled', href: `/wallets/${wallet.address}` })
  expect((await report(second)).status).toBe(201)
  await done(hide(admin, 'muse-link', link.id))
  expect(await newest(second)).toMatchObject({ kind: 'report-settled', title: 'What you reported was hidden' })
  expectRefused(await report(await world.wallet()), 410)
})

test('the database hides only a reason that is there, and never changes one', async () => {
  const link = await ended(REASON)
  const refused = (change: string, code: string) =>
    expect(world.sql.query(`UPDATE "MuseLink" SET ${change} WHERE id = $1`, [link.id])).rejects.toMatchObject({ code })
  await refused(`"unlinkReason" = 'other'`, '23001')
  await refused(`"unlinkReason" = NULL, "hiddenAt" = now()`, '23001')
  await linkMuse(wallet, await world.sandbox.muse())
  await expect(
    world.sql.query(`UPDATE "MuseLink" SET "hiddenAt" = now() WHERE "unlinkedAt" IS NULL`),
  ).rejects.toMatchObject({ code: '23514' })
})
