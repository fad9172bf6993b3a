import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Reply } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { openSession } from '@/tests/support/session'
import { openChallenge, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

/** What a kept answer may take, whatever stands in the record that it shows. */
const KEPT_BYTES_MAX = 96 * 1024

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await openSession(world.base, world.sql)
})
afterAll(() => world.close())

/** So many characters of four bytes each, which nothing compresses, with what JSON escapes among them. */
const words = (characters: number) =>
  [...Array(characters).keys()]
    .map((at) => (at % 100 === 0 ? '"' : String.fromCodePoint(0x1f300 + Math.floor(Math.random() * 700))))
    .join('')

/** Sends a write twice: the second answer is the first, byte for byte. @returns the answer with what is kept of it. */
async function twice(path: string, body: unknown, who = owner): Promise<{ first: Reply; kept: number }> {
  const key = randomUUID()
  const first = await who.post(path, body, { key })
  expect(first.status, first.text.slice(0, 300)).toBe(201)
  const again = await who.post(path, body, { key })
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(again.text === first.text, 'the replay is the first answer').toBe(true)
  const { kept } = await look(world, `SELECT octet_length(body) AS kept FROM "IdempotencyKey" WHERE key = $1`, [key])
  return { first, kept }
}

test('a receipt is not kept again with each answer that shows it', async () => {
  const contributor = await openSession(world.base, world.sql)
  const mission = await verifiedMission(owner, contributor, await world.verifier(), { summary: words(3000) })
  for (let attempt = 0; attempt < 30; attempt++) {
    await world.sql.query(
      `INSERT INTO "Proof" (id, "missionId", "milestoneId", kind, url, note, status, "submittedBy", "submittedAt")
        VALUES (gen_random_uuid(), $1, $2, 'Link', 'https://example.org/', $3, 'rejected', $4, now())`,
      [mission.id, mission.milestones[0].id, words(4000), contributor.address],
    )
  }
  const outcome = { outcome: 'completed', statement: words(3000) }
  const done = await twice(`/api/v1/missions/${mission.id}/complete`, outcome)
  expect(Buffer.byteLength(done.first.text)).toBeGreaterThan(450_000)
  expect(done.kept).toBeLessThan(KEPT_BYTES_MAX)

  for (const digit of ['1', '2', '3']) {
    const paid = await twice(`/api/v1/missions/${mission.id}/payment`, {
      chainId: '1',
      txHash: `0x${digit.repeat(64)}`,
    })
    expect(Buffer.byteLength(paid.first.text)).toBeGreaterThan(450_000)
    expect(paid.kept).toBeLessThan(KEPT_BYTES_MAX)
  }
})

test('a discussion with every proposal and post that it can hold is kept without their texts', async () => {
  const { id } = await openChallenge(owner)
  for (let at = 1; at <= 50; at++) {
    await world.sql.query(
      `INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
        VALUES (gen_random_uuid(), $1, $2::bigint, 'muse_abc', 'A Muse', $3, 'https://community.example/board/lobby/' || $2, now(), now(), 'pending')`,
      [id, String(at), words(4000)],
    )
  }
  for (let at = 1; at <= 100; at++) {
    const payload = JSON.stringify({ channel: 'lobby', name: 'Trellis', text: words(1000) })
    await world.sql.query(
      `INSERT INTO "OutboxItem" (id, kind, state, "challengeId", channel, payload, "payloadHash", "createdBy", "createdAt", "postId",
          "postUrl", "sentAt", "historySeq", "historyHead")
        VALUES (gen_random_uuid(), 'announce', 'sent', $1, 'lobby', $2, $3, $4, now(), $5::bigint, 'https://community.example/board/lobby/1', now(), 1, '')`,
      [id, payload, createHash('sha256').update(payload).digest('hex'), owner.address, String(1000 + at)],
    )
    if (at === 1) await world.sql.query(`DROP INDEX IF EXISTS "OutboxItem_announced_once"`)
  }
  const { proposals } = (await world.get(`/api/v1/challenges/${id}/musebook`)).body
  const { first, kept } = await twice(`/api/v1/challenges/${id}/proposals/${proposals[0].id}/reject`, {})
  expect(Buffer.byteLength(first.text)).toBeGreaterThan(1_000_000)
  expect(kept).toBeLessThan(KEPT_BYTES_MAX)
})

test('an answer that nothing is known of is kept whole, and what looks like a reference is none', async () => {
  const text = `receipt:${randomUUID()} \u0001receipt:${randomUUID()}\u0001 ${words(3000)}`
  const body = {
    sourceUrl: 'https://community.example/board/lobby/7',
    title: 'A long summary',
    summary: text,
    definitionOfDone: words(1500),
    deadline: '2999-01-01',
    approvalRule: 'Owner records the outcome',
    requiredProof: 'A link.',
  }
  const { first, kept } = await twice('/api/v1/missions', body)
  expect(first.body.mission.summary).toContain('\u0001receipt:')
  expect(kept).toBe(Buffer.byteLength(first.text))
})
