import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NAME, tellStory } from '@/tests/api/erasure/told-story'
import { fileOf, findingsOf, tablesWith } from '@/tests/api/erasure/what-is-left'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Json } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import {
  claimedMission,
  convertedMission,
  created,
  decidedChallenge,
  draftChallenge,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A part takes what its own rows say, with every copy. What others wrote stays, also where it is told beside the part's id.

const REASON = 'Law 7'
const MARK = `[erased: ${REASON}]`

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const decisionOf = async (challengeId: string): Promise<string> =>
  (await look(world, 'SELECT id FROM "Decision" WHERE "challengeId" = $1', [challengeId])).id

async function erasePart(type: 'challenge' | 'mission', id: string, part: string) {
  expect(part).toMatch(/^[0-9a-f-]{36}$/)
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  return eraseRecord({ type, id, part, reason: REASON, fields: [], dryRun: false })
}

test('a response link is erased alone: the side that it was recorded for keeps its name', async () => {
  const story = await tellStory(world)
  const whole = (await fileOf(world, story)).receipt
  const { id, url, label } = whole.discussion.submissions.A
  await erasePart('challenge', story.challengeId, id)
  expect(await tablesWith(world, url)).toEqual([])
  const left = await fileOf(world, story)
  expect(left.receipt.discussion.submissions.A.label).toBe(label)
  expect(left.receipt.terms).toEqual(whole.terms)
  const { challenge } = (await world.get(`/api/v1/challenges/${story.challengeId}`)).body
  expect([challenge.contenderA, challenge.title]).toEqual([`${NAME} one`, `Where ${NAME} lives`])
  expect(Object.values(await findingsOf(left))).not.toContain('invalid')
})

test('a response link from before links had ids is erased with the events and the receipt that name its URL alone', async () => {
  const story = await tellStory(world)
  const whole = (await fileOf(world, story)).receipt
  const { id, url } = whole.discussion.submissions.A
  const withoutIds = async (table: string, statement: string) => {
    await world.sql.query(`ALTER TABLE "${table}" DISABLE TRIGGER append_only`)
    await world.sql.query(statement, [story.challengeId, story.missionId])
    await world.sql.query(`ALTER TABLE "${table}" ENABLE TRIGGER append_only`)
  }
  await withoutIds(
    'HistoryEvent',
    `UPDATE "HistoryEvent" SET data = data - 'submissionId' WHERE "recordId" = $1 AND kind = 'link-recorded' AND $2::uuid IS NOT NULL`,
  )
  await withoutIds(
    'Receipt',
    `UPDATE "Receipt" SET body = (body::jsonb #- '{discussion,submissions,A,id}')::text
      WHERE "missionId" = $2 AND $1::uuid IS NOT NULL`,
  )
  // Others name the same page for a reason of their own.
  await world.sql.query(
    `INSERT INTO "ProjectEvidence" (id, "missionId", kind, url, "submittedBy", "submittedAt")
      VALUES (gen_random_uuid(), $1, 'Link', $2, $3, now())`,
    [story.missionId, url, story.owner.address],
  )
  await erasePart('challenge', story.challengeId, id)
  expect(await tablesWith(world, url)).toEqual(['ProjectEvidence'])
  const { receipt } = (await world.get(`/api/v1/receipts/${story.receiptId}`)).body
  expect(receipt.discussion.submissions.B).toEqual(whole.discussion.submissions.B)
})

test('a decision is erased from a receipt that was issued while its challenge was hidden', async () => {
  const [owner, verifier, admin] = [await world.wallet(), await world.verifier(), await world.admin()]
  const mission = await convertedMission(world, owner, verifier)
  const { challengeId, decisionUrl } = mission.source
  const moderate = (action: 'hide' | 'restore') =>
    created(
      admin.post('/api/moderation', { recordType: 'challenge', recordId: challengeId, action, reason: 'A test.' }),
    )
  await moderate('hide')
  const outcome = { outcome: 'abandoned', statement: 'It goes no further.' }
  const { receipt } = await created(owner.post(`/api/v1/missions/${mission.id}/complete`, outcome))
  expect(receipt.discussion).toMatchObject({ challengeId: null, decisionUrl, withheld: true })
  await moderate('restore')
  await erasePart('mission', mission.id, await decisionOf(challengeId))
  const left = await fileOf(world, { missionId: mission.id, receiptId: receipt.id })
  expect(left.receipt.discussion.decisionUrl).toMatch(/^https:\/\/erased\.invalid\//)
  expect([left.receipt.terms, left.receipt.statement]).toEqual([receipt.terms, receipt.statement])
  expect(Object.values(await findingsOf(left))).not.toContain('invalid')
})

test('a signed decision on a project is erased alone: the terms that it judged stay', async () => {
  const [owner, verifier] = [await world.wallet(), await world.verifier()]
  const { id, title, summary, definitionOfDone } = await seedMission(owner)
  const path = `/api/projects/${id}/verifications`
  const words = { verdict: 'approve', reason: 'Kaspar Hauser told me.' }
  const { body: step } = await verifier.post(`${path}/prepare`, words)
  const signature = await verifier.account.signMessage({ message: step.message })
  const { decision } = await created(verifier.post(path, { nonce: step.nonce, signature }))
  await erasePart('mission', id, decision.id)
  expect(await tablesWith(world, 'Kaspar Hauser')).toEqual([])
  const { mission } = (await world.get(`/api/v1/missions/${id}`)).body
  expect(mission).toMatchObject({ title, summary, definitionOfDone })
  const told = mission.history.find(({ kind }: Json) => kind === 'project-verification').data
  expect(told.project).toMatchObject({ title, summary, definitionOfDone })
  expect([told.review.reason, told.review.message]).toEqual([MARK, MARK])
})

test('a milestone is erased alone: its proofs and what verifiers said of them stay', async () => {
  const story = await tellStory(world)
  const proofsOf = async () => (await world.get(`/api/v1/missions/${story.missionId}/proof`)).body.proofs
  const whole = [await proofsOf(), (await fileOf(world, story)).receipt]
  const [{ milestoneId }] = whole[0]
  await erasePart('mission', story.missionId, milestoneId)
  const { mission } = (await world.get(`/api/v1/missions/${story.missionId}`)).body
  expect([mission.milestones[0].title, mission.title]).toEqual([MARK, `Where ${NAME} lives`])
  const left = await fileOf(world, story)
  expect(await proofsOf()).toEqual(whole[0])
  expect([left.receipt.evidence, left.receipt.verifierDecisions]).toEqual([
    whole[1].evidence,
    whole[1].verifierDecisions,
  ])
})

test('a decision is erased with the reason of its withdrawal', async () => {
  const owner = await world.wallet()
  const { id, title, decision } = await decidedChallenge(world, owner)
  await created(owner.post(`/api/v1/challenges/${id}/decision/withdraw`, { reason: 'Gerda Lost asked me to.' }))
  await erasePart('challenge', id, await decisionOf(id))
  expect([await tablesWith(world, 'Gerda Lost'), await tablesWith(world, decision.explanation)]).toEqual([[], []])
  expect((await world.get(`/api/v1/challenges/${id}`)).body.challenge.title).toBe(title)
})

test('what a verifier prepared about a part, and has not signed, is erased with it', async () => {
  const [owner, verifier] = [await world.wallet(), await world.verifier()]
  const { id } = await decidedChallenge(world, owner)
  const body = { verdict: 'approve', explanation: 'Anna Unsigned told me.' }
  expect((await verifier.post(`/api/v1/challenges/${id}/verify-decision`, body)).status).toBe(200)
  await erasePart('challenge', id, await decisionOf(id))
  const { rows } = await world.sql.query(
    `SELECT message, content ->> 'words' AS words FROM "SigningNonce" WHERE "subjectId" = $1`,
    [await decisionOf(id)],
  )
  expect(rows).toEqual([{ message: MARK, words: MARK }])
})

test('so is its text in the answer of the first step, also once the row of its nonce is gone; that about another part stays', async () => {
  const [owner, contributor, verifier] = [await world.wallet(), await world.wallet(), await world.verifier()]
  const { mission, proof } = await provenMission(owner, contributor)
  const prepare = async (path: string, body: object) => {
    const key = randomUUID()
    const send = () => verifier.post(path, body, { key })
    expect((await send()).body.signatureRequired).toBe(true)
    return async (): Promise<string> => (await send()).body.message
  }
  const ofProof = await prepare(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Lea Kept told me.' })
  const told = { verdict: 'approve', reason: 'Lea Kept is fine.' }
  const ofProject = await prepare(`/api/projects/${mission.id}/verifications/prepare`, told)
  await world.sql.query('DELETE FROM "SigningNonce"')
  await erasePart('mission', mission.id, mission.milestones[0].id)
  expect(await ofProof()).toContain('Lea Kept told me.')
  await erasePart('mission', mission.id, proof.id)
  expect(await ofProof()).toBe(MARK)
  expect(await ofProject()).toContain('Lea Kept is fine.')
})

/** A mission with a receipt, and the parts of a stranger who repeats the words of everybody else. */
async function echoed() {
  const [owner, contributor] = [await world.wallet(), await world.wallet()]
  const [stranger, other] = [await world.wallet(), await world.wallet()]
  const verifier = await world.verifier()
  const over = { title: 'Plant a tree in Ulm', bountyAmount: '5', bountyCurrency: 'ETH' }
  const { mission, proof } = await provenMission(owner, contributor, over)
  const words = 'The tree is there.'
  const project = `/api/projects/${mission.id}`
  const evidence = { kind: 'Link', url: proof.url, note: 'Gerda Echo lives at the tree.' }
  const commitment = { kind: 'work', description: over.title, currency: 'ETH' }
  const decision = { verdict: 'approve', reason: words, reviewerName: 'https://' }
  const added = [
    (await created(stranger.post(`${project}/evidence`, evidence))).evidenceItem,
    (await created(stranger.post(`${project}/commitments`, commitment))).commitment,
    (await created(stranger.post(`${project}/decisions`, decision))).decision,
    (await created(other.post(`${project}/decisions`, { ...decision, reviewerName: 'contributor' }))).decision,
  ]
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: words }))
  const outcome = { outcome: 'completed', statement: 'Done, and well.' }
  const { receipt } = await created(owner.post(`/api/v1/missions/${mission.id}/complete`, outcome))
  return { missionId: mission.id, receiptId: receipt.id, added, owner, contributor }
}

test('a part that repeats what others wrote is erased alone', async () => {
  const { added, ...story } = await echoed()
  const read = async () => {
    const { mission } = (await world.get(`/api/v1/missions/${story.missionId}`)).body
    const { rows } = await world.sql.query('SELECT message, words FROM "SignedVerdict" ORDER BY id')
    const inboxes = [
      await story.owner.get('/api/v1/notifications'),
      await story.contributor.get('/api/v1/notifications'),
    ]
    const { history, updatedAt, ...shown } = mission
    return [shown, rows, inboxes.map(({ text }) => text), (await fileOf(world, story)).receipt]
  }
  const whole = await read()
  for (const { id } of added) expect((await erasePart('mission', story.missionId, id)).texts.size).toBeGreaterThan(0)
  expect(await read()).toEqual(whole)
  expect(await tablesWith(world, 'Gerda Echo')).toEqual([])
  const texts = await look(world, 'SELECT url, note FROM "ProjectEvidence" WHERE "missionId" = $1', [story.missionId])
  expect(texts).toEqual({ url: expect.stringContaining('https://erased.invalid/'), note: MARK })
  const offer = await look(world, 'SELECT description, currency FROM "Commitment" WHERE "missionId" = $1', [
    story.missionId,
  ])
  expect(offer).toEqual({ description: MARK, currency: MARK })
})

test('a part that the record does not have is refused; one that is erased already is not', async () => {
  const story = await tellStory(world)
  const other = await tellStory(world)
  const refused = 'The record has no such part.'
  await expect(erasePart('mission', story.missionId, other.proofId)).rejects.toThrow(refused)
  await expect(erasePart('mission', story.missionId, other.file.id)).rejects.toThrow(refused)
  await erasePart('mission', story.missionId, story.proofId)
  const nothing = { texts: new Map(), files: [] }
  expect(await erasePart('mission', story.missionId, story.proofId)).toEqual(nothing)
  expect((await erasePart('mission', story.missionId, story.file.id)).files).toEqual([])
})

test('what the service made of a part is erased with it: its quotations, and what moderators said of it', async () => {
  const [owner, contributor, admin] = [await world.wallet(), await world.wallet(), await world.admin()]
  const mission = await claimedMission(owner, contributor)
  const { milestone } = await created(
    owner.post(`/api/projects/${mission.id}/milestones`, { title: 'The “Franz Quoted” page', required: false }),
  )
  expect(await tablesWith(world, 'Franz Quoted')).toContain('Notification')
  await erasePart('mission', mission.id, milestone.id)
  expect(await tablesWith(world, 'Franz Quoted')).toEqual([])

  const { evidenceItem: evidence } = await created(
    owner.post(`/api/projects/${mission.id}/evidence`, {
      kind: 'Link',
      url: 'https://example.org/tree',
      note: 'A tree.',
    }),
  )
  const of = { recordType: 'evidence', recordId: evidence.id }
  await created(admin.post('/api/moderation', { ...of, action: 'hide', reason: 'It names Lotte Hidden.' }))
  await created(admin.post('/api/moderation', { ...of, action: 'restore', reason: 'Lotte Hidden agreed.' }))
  const hiding = await look(world, 'SELECT id FROM "Hiding" WHERE "recordId" = $1', [evidence.id])
  await erasePart('mission', mission.id, hiding.id)
  expect(await tablesWith(world, 'Lotte Hidden')).toEqual([])
  expect(await look(world, 'SELECT note FROM "ProjectEvidence" WHERE id = $1', [evidence.id])).toEqual({
    note: 'A tree.',
  })
})

test('the excerpt in the kept answer of a report goes with the part or the field that it shows, also where it is cut off', async () => {
  const [owner, reporter] = [await world.wallet(), await world.wallet()]
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const mission = await seedMission(owner, { summary: 'A summary for the report.' })
  const offer = { kind: 'work', description: 'Kaspar offers.', amount: '1', url: 'https://example.org/kaspar' }
  const { commitment } = await created(owner.post(`/api/projects/${mission.id}/commitments`, offer))
  const challenge = await draftChallenge(owner, { prompt: `Kaspar asks. ${'Why? '.repeat(200)}` })
  const reported = async (recordType: string, recordId: string) => {
    const [body, key] = [{ recordType, recordId, reason: 'Look.' }, randomUUID()]
    const report = () => reporter.post('/api/moderation/reports', body, { key })
    expect((await created(report())).report.excerpt).toContain(recordType === 'mission' ? 'A summary' : 'Kaspar')
    return async (): Promise<string> => (await report()).body.report.excerpt
  }
  const [ofPart, ofWhole, ofField] = await Promise.all([
    reported('commitment', commitment.id),
    reported('mission', mission.id),
    reported('challenge', challenge.id),
  ])
  await erasePart('mission', mission.id, commitment.id)
  expect(await ofPart()).toBe(MARK)
  expect(await ofWhole()).toContain('A summary')
  const field = { part: null, reason: REASON, dryRun: false }
  await eraseRecord({ type: 'challenge', id: challenge.id, fields: ['rewardDescription'], ...field })
  expect(await ofField()).toContain('Kaspar')
  await eraseRecord({ type: 'challenge', id: challenge.id, fields: ['prompt'], ...field })
  expect(await ofField()).toBe(MARK)
  expect(await tablesWith(world, 'Kaspar')).toEqual([])
})

test('with the name of an author without a key goes the id that is made of it; the id of a Muse with a key stays', async () => {
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const owner = await world.wallet()
  const { id } = await draftChallenge(owner)
  const postOf = async (postId: number, museId: string, authorName: string) => {
    const { rows } = await world.sql.query(
      `INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, 'A reply.', $5, now(), now(), 'pending') RETURNING id`,
      [id, postId, museId, authorName, `https://community.example/board/lobby/${postId}`],
    )
    await created(owner.post(`/api/v1/challenges/${id}/proposals/${rows[0].id}/reject`))
  }
  await postOf(1, 'anon:melchior-frei', 'Melchior Frei')
  await postOf(2, 'muse_balthasar', 'Balthasar')
  await eraseRecord({ type: 'challenge', id, part: null, fields: ['authorName'], reason: REASON, dryRun: false })
  expect(await tablesWith(world, 'melchior')).toEqual([])
  const { proposals } = (await world.get(`/api/v1/challenges/${id}/musebook`)).body
  const told = proposals.map(({ museId, authorName, text }: Json) => [museId, authorName, text])
  expect(told.sort()).toEqual([
    [MARK, MARK, 'A reply.'],
    ['muse_balthasar', MARK, 'A reply.'],
  ])
})

test('a reply that was erased becomes no response: it can be rejected', async () => {
  const owner = await world.wallet()
  const { id } = await draftChallenge(owner)
  const { rows } = await world.sql.query(
    `INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
      VALUES (gen_random_uuid(), $1, 7, 'muse_kaspar', 'Kaspar', 'A reply.', 'https://community.example/board/lobby/7', now(), now(),
        'pending') RETURNING id`,
    [id],
  )
  await erasePart('challenge', id, rows[0].id)
  const at = `/api/v1/challenges/${id}/proposals/${rows[0].id}`
  expectRefused(await owner.post(`${at}/accept`, { side: 'A' }), 409)
  expect((await world.get(`/api/v1/challenges/${id}`)).body.challenge.submissions.A).toBeNull()
  expect((await created(owner.post(`${at}/reject`))).proposals[0]).toMatchObject({ status: 'rejected', text: MARK })
})
