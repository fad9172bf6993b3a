import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { openSession } from '@/tests/support/session'
import { challengeBody, conversionBody, created, dayFromNow } from '@/tests/support/story'
import { fileBody, sendUpload } from '@/tests/support/upload'
import type { World } from '@/tests/support/world'

/** What no record shows unless somebody wrote it into this one. */
export const NAME = 'Erika Mustermann'

export interface ToldStory {
  readonly owner: Actor
  readonly contributor: Actor
  readonly challengeId: string
  readonly missionId: string
  readonly receiptId: string
  readonly proofId: string
  readonly proposalId: string
  readonly file: Json
  /** The key of the proof's submission, with what was sent. */
  readonly sent: { readonly key: string; readonly path: string; readonly body: object }
}

/** A whole story, from the challenge to the payment, with a name in every text that anybody can write. */
export async function tellStory(world: World, name = NAME): Promise<ToldStory> {
  const [owner, contributor, other] = await Promise.all([1, 2, 3].map(() => openSession(world.base, world.sql)))
  const verifier = await world.verifier()
  const admin = await world.admin()
  if (!owner || !contributor || !other) throw new Error('There are three wallets.')
  const slug = name.replaceAll(' ', '-')
  const url = (what: string) => `https://example.org/${slug}/${what}/${randomUUID()}`
  const post = (number: number) => `https://community.example/board/${slug}/${number}`

  const { challenge } = await created(
    owner.post(
      '/api/v1/challenges',
      challengeBody({
        title: `Where ${name} lives`,
        prompt: `${name} asked:\n"Which one?"`,
        rewardDescription: `A cake by ${name}`,
        contenderA: `${name} one`,
        contenderB: `${name} two`,
      }),
    ),
  )
  const challengeId: string = challenge.id
  const at = `/api/v1/challenges/${challengeId}`
  await created(owner.post(`${at}/musebook`, { channel: slug, originPostUrl: post(7) }))
  for (const side of ['A', 'B']) await created(owner.post(`${at}/submissions`, { side, url: url(side) }))
  const proposalId = randomUUID()
  await world.sql.query(
    `INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
      VALUES ($1, $2, 99, $6, $3, $4, $5, now(), now(), 'pending')`,
    [proposalId, challengeId, name, `A reply of ${name}.`, post(99), `anon:${slug}`],
  )
  await created(owner.post(`${at}/proposals/${proposalId}/reject`))
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [
    challengeId,
    dayFromNow(-3650),
  ])
  const decision = { side: 'A', decisionUrl: post(42), explanation: `${name} won.` }
  await created(owner.post(`${at}/decision`, decision))
  await created(verifier.signed(`${at}/verify-decision`, { verdict: 'approve', explanation: `Seen by ${name}.` }))
  const terms = conversionBody({
    deliverable: `A page about ${name}`,
    rewardTerms: `${name} pays`,
    requiredProof: `A link to ${name}`,
    milestones: [{ title: `The page of ${name}`, required: true }],
  })
  const { mission } = await created(owner.post(`${at}/convert`, terms))
  const missionId: string = mission.id
  // What only a mission that was published directly has.
  await world.sql.query(`UPDATE "Mission" SET "bountyAmount" = '5', "bountyCurrency" = $2 WHERE id = $1`, [
    missionId,
    `Coins of ${name}`,
  ])
  await world.sql.query(
    `INSERT INTO "SourcePost" ("missionId", "postId", url, channel, "readAt") VALUES ($1, '8', $2, $3, now())`,
    [missionId, post(8), slug],
  )
  const project = `/api/projects/${missionId}`
  await created(
    other.post(`${project}/commitments`, { kind: 'work', description: `${name} helps`, currency: name, url: url('c') }),
  )
  await created(
    other.post(`${project}/decisions`, { verdict: 'approve', reason: `${name} is fine`, reviewerName: name }),
  )
  await created(other.post(`${project}/funding`, { transactionUrl: url('f'), currency: name, note: `From ${name}` }))
  await created(other.post(`${project}/evidence`, { kind: 'Link', url: url('e'), note: `By ${name}` }))
  await created(contributor.post(`/api/v1/missions/${missionId}/claim`))

  const submit = `/api/v1/milestones/${mission.milestones[0].id}/proof`
  const first = await created(contributor.post(submit, { kind: 'Link', url: url('p1'), note: `Draft of ${name}` }))
  await created(
    verifier.signed(`/api/v1/proof/${first.proof.id}/review`, { verdict: 'reject', reason: `Not ${name}.` }),
  )
  const sent = { key: randomUUID(), path: submit, body: { kind: 'Link', url: url('p2'), note: `"${name}" is online.` } }
  const { proof } = await created(contributor.post(submit, sent.body, { key: sent.key }))
  const added = await sendUpload(world.base, contributor, missionId, fileBody(`A letter to ${name}`, proof.id))
  expect(added.status, added.text).toBe(201)
  const moderation = { recordType: 'commitment', reason: `Names ${name}.` }
  const commitment = (await world.get(`${project}/commitments`)).body.commitments[0]
  await created(other.post('/api/moderation/reports', { ...moderation, recordId: proof.id, recordType: 'proof' }))
  await created(admin.post('/api/moderation', { ...moderation, recordId: commitment.id, action: 'hide' }))
  await created(admin.post('/api/moderation', { ...moderation, recordId: commitment.id, action: 'restore' }))
  const ofFile = { recordType: 'evidence', recordId: added.body.file.id, reason: `A letter to ${name}.` }
  await created(admin.post('/api/moderation', { ...ofFile, action: 'hide' }))
  await created(admin.post('/api/moderation', { ...ofFile, action: 'restore' }))
  await dismissedByAnother(world, other, { recordType: 'proof', recordId: first.proof.id }, name)
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: `It is ${name}.` }))
  const outcome = { outcome: 'completed', statement: `${name} is glad.` }
  const { receipt } = await created(owner.post(`/api/v1/missions/${missionId}/complete`, outcome))
  await created(
    owner.post(`/api/v1/missions/${missionId}/payment`, { chainId: '1', txHash: `0x${hash(randomUUID())}` }),
  )
  const queued = await created(admin.post('/api/v1/platform-outbox', { kind: 'receipt', missionId, channel: name }))
  await created(admin.post(`/api/v1/platform-outbox/${queued.item.id}/cancel`))
  return {
    ...{ owner, contributor, challengeId, missionId, proposalId, sent },
    ...{ receiptId: receipt.id, proofId: proof.id, file: added.body.file },
  }
}

/** A report whose dismissal is kept as that of a wallet which does nothing else here: as if another moderator had made it. */
async function dismissedByAnother(world: World, by: Actor, of: object, name: string): Promise<void> {
  const { report } = await created(by.post('/api/moderation/reports', { ...of, reason: `It names ${name}.` }))
  const key = randomUUID()
  const admin = await world.admin()
  await created(admin.post(`/api/moderation/reports/${report.id}/dismiss`, { reason: `${name} agreed.` }, { key }))
  const { address } = await openSession(world.base, world.sql)
  await world.sql.query(`UPDATE "IdempotencyKey" SET wallet = $2 WHERE key = $1`, [key, address])
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
