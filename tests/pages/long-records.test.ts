import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkHistory } from '@/lib/verify/check-history'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { lengthenHistory } from '@/tests/support/long-history'
import { openSharedDatabase, sharedService, verifierAccount } from '@/tests/support/shared-service'
import { claimedMission, draftChallenge, proofBody } from '@/tests/support/story'

// However long a record is, its pages are short, and whatever they leave out is reached by links that need no script.

const EVENTS = 3_000
const WORDS_CHARS = 2_000
const SHOWN = 50
/** Fifty events of that size, each as words, as recorded and once more for the browser, stay far below. */
const PAGE_BYTES_MAX = 1_000_000

const { base } = sharedService()
let sql: pg.Pool
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  sql = openSharedDatabase()
  ;[owner, contributor, verifier] = await Promise.all([signIn(base), signIn(base), signIn(base, verifierAccount())])
})
afterAll(() => sql.end())

/** A page as it is sent. While the machine is too busy for it, it is asked for again, as the response says. */
async function htmlOf(at: string): Promise<string> {
  const reply = await fetch(base + at)
  const retryAfter = reply.headers.get('retry-after')
  if (reply.status === 503 && retryAfter !== null) {
    await pause(1_000 * Number(retryAfter))
    return htmlOf(at)
  }
  expect(reply.status, at).toBe(200)
  return reply.text()
}

/** The numbers of the events that a page shows, in its order. */
const eventsOn = (html: string) =>
  [...html.replaceAll('<!-- -->', '').matchAll(/Event (\d+) as recorded<\/summary>/g)].map(([, seq]) => Number(seq))

/** Where a link with these words leads; null when there is none. */
const linkTo = (html: string, words: RegExp): string | null =>
  [...html.replaceAll('<!-- -->', '').matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].find(([, , inner = '']) =>
    words.test(inner.replace(/<[^>]+>/g, '')),
  )?.[1] ?? null

test('a record of 3,000 events has short pages, and following their links shows every event once', async () => {
  const { id } = await claimedMission(owner, contributor)
  const { history } = (await (await fetch(`${base}/api/v1/missions/${id}`)).json()).mission
  await lengthenHistory(sql, 'Mission', id, EVENTS - history.length, WORDS_CHARS)

  const seen: number[] = []
  let html = await htmlOf(`/missions/${id}`)
  expect(eventsOn(html)).toEqual(Array.from({ length: SHOWN }, (_, index) => EVENTS - SHOWN + 1 + index))
  let next = linkTo(html, /2950 earlier events/)
  for (; next !== null; next = linkTo(html, /^\s*Earlier\s*$/)) {
    html = await htmlOf(next)
    expect(Buffer.byteLength(html), next).toBeLessThan(PAGE_BYTES_MAX)
    seen.unshift(...eventsOn(html))
  }
  expect(seen).toEqual(Array.from({ length: EVENTS - SHOWN }, (_, index) => index + 1))
  expect(Buffer.byteLength(await htmlOf(`/missions/${id}`))).toBeLessThan(PAGE_BYTES_MAX)

  const whole: Json = (await (await fetch(`${base}/api/v1/missions/${id}`)).json()).mission
  expect(whole.history, 'the single read keeps its whole history').toHaveLength(EVENTS)
  expect(checkHistory('Mission', whole.history)).toMatchObject({ result: 'valid' })
})

test('a challenge of 3,000 events is as short, and still tells where it stood before it was cancelled', async () => {
  const { id } = await draftChallenge(owner)
  await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Never mind.' })
  await lengthenHistory(sql, 'Challenge', id, EVENTS, WORDS_CHARS)
  const html = await htmlOf(`/challenges/${id}`)
  expect(Buffer.byteLength(html)).toBeLessThan(PAGE_BYTES_MAX)
  expect(eventsOn(html)).toHaveLength(SHOWN)
  expect(html).toMatch(/Cancelled/)
  expect(eventsOn(await htmlOf(linkTo(html, /earlier events/) ?? ''))).toContain(EVENTS + 2 - SHOWN)
})

test('a page of a history is named by one number, and those that are not there are not found', async () => {
  const { id } = await draftChallenge(owner)
  for (const page of ['0', '2', '01', '-1', '1.0', 'one', '9999999', '%00'])
    expect((await fetch(`${base}/challenges/${id}/history/${page}`)).status, page).toBe(404)
  expect((await fetch(`${base}/missions/${id}/history/1`)).status, 'a challenge is no mission').toBe(404)
  expect(eventsOn(await htmlOf(`/challenges/${id}/history/1`))).toEqual([1])
})

test('the page of a mission shows the last attempts at a milestone, and every other stands behind a link', async () => {
  const mission = await claimedMission(owner, contributor)
  const [milestone] = mission.milestones
  const proofs: string[] = []
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const body = { ...proofBody, note: `Attempt number ${attempt}.` }
    const { proof } = (await contributor.post(`/api/v1/milestones/${milestone.id}/proof`, body)).body
    await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'reject', reason: `Not yet, ${attempt}.` })
    proofs.push(proof.id)
  }
  const html = await htmlOf(`/missions/${mission.id}`)
  const shown = (text: string) => proofs.map((id) => text.includes(`id="proof-${id}"`))
  expect(shown(html)).toEqual([false, false, true, true, true])
  expect(html.replaceAll('<!-- -->', '')).toMatch(/5 attempts.*Proof 3: Link/s)
  const all = await htmlOf(linkTo(html, /2 earlier attempts/) ?? '')
  expect(shown(all)).toEqual([true, true, true, true, true])
  expect((await fetch(`${base}/missions/${mission.id}/proof/2`)).status).toBe(404)
})

test('the page of a wallet tells its roles and what it reviewed', async () => {
  const { id, milestones } = await claimedMission(owner, contributor, { title: 'Plant the hedge' })
  const { proof } = (await contributor.post(`/api/v1/milestones/${milestones[0].id}/proof`, proofBody)).body
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It stands.' })
  const html = await htmlOf(`/wallets/${verifier.address}`)
  expect(html).toContain('Verifier of this service')
  expect(html).toMatch(new RegExp(`href="/missions/${id}"[^>]*><bdi>Plant the hedge`))
  const all = await htmlOf(linkTo(html, /All of them/) ?? `/wallets/${verifier.address}/reviews`)
  expect(all).toContain('It stands.')
  expect(await htmlOf(`/wallets/${owner.address}`)).not.toMatch(/of this service/)
})
