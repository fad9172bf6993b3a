import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOf, findingsOf } from '@/tests/api/erasure/what-is-left'
import type { Actor, Json } from '@/tests/support/client'
import { convertedMission, created, proofBody, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What is erased while a mission runs is missing in its receipt from the beginning. The receipt says so, and holds in all else.

const REASON = 'Court order 17/26'
const MARK = `[erased: ${REASON}]`

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

type Order = Parameters<typeof import('@/lib/erasure/erase-record')['eraseRecord']>[0]

async function erase(order: Partial<Order> & Pick<Order, 'type' | 'id'>) {
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const { texts } = await eraseRecord({ reason: REASON, part: null, fields: [], dryRun: false, ...order })
  expect(texts.size).toBeGreaterThan(0)
}

interface Running {
  readonly missionId: string
  readonly challengeId: string
  readonly proofId: string
}

/** A mission from a challenge, whose required milestone was verified by the second proof. */
async function runningMission(): Promise<Running> {
  const mission = await convertedMission(world, owner, verifier)
  await created(contributor.post(`/api/v1/missions/${mission.id}/claim`))
  let proofId = ''
  for (const verdict of ['reject', 'approve']) {
    const sent = { ...proofBody, url: `${proofBody.url}/${verdict}`, note: `To ${verdict}.` }
    const { proof } = await created(contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, sent))
    await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: `I ${verdict} it.` }))
    proofId = proof.id
  }
  return { missionId: mission.id, challengeId: mission.source.challengeId, proofId }
}

async function complete(missionId: string): Promise<Json> {
  const outcome = { outcome: 'completed', statement: 'Done, and well.' }
  return (await created(owner.post(`/api/v1/missions/${missionId}/complete`, outcome))).receipt
}

const unknownOf = (findings: Record<string, string>) =>
  Object.keys(findings).filter((what) => findings[what] !== 'valid' && !what.includes(', event'))

const GONE_WORDS = ['Decision: signature', 'Review 1 (reject): signature', 'Review 2 (approve): signature']
const CHAINS = ['Mission: history', 'Mission: this receipt', 'Challenge: history', 'Challenge: this mission']

test.each<[string, (running: Running) => Partial<Order> & Pick<Order, 'type' | 'id'>, string[]]>([
  [
    'the approved proof',
    ({ missionId, proofId }) => ({ type: 'mission', id: missionId, part: proofId }),
    ['Review 2 (approve): signature', 'Milestone 1: verified', ...CHAINS],
  ],
  [
    'all of the mission',
    ({ missionId }) => ({ type: 'mission', id: missionId }),
    [...GONE_WORDS, 'Milestone 1: verified', ...CHAINS],
  ],
  [
    'all of the challenge',
    ({ challengeId }) => ({ type: 'challenge', id: challengeId }),
    [...GONE_WORDS, 'Milestone 1: verified', ...CHAINS],
  ],
  [
    'the notes of proofs',
    ({ missionId }) => ({ type: 'mission', id: missionId, fields: ['note'] }),
    ['Review 1 (reject): content', 'Review 2 (approve): content'],
  ],
  [
    'the addresses of proofs and links',
    ({ missionId }) => ({ type: 'mission', id: missionId, fields: ['url'] }),
    ['Review 1 (reject): content', 'Review 2 (approve): content'],
  ],
  [
    'the address of the decision',
    ({ challengeId }) => ({ type: 'challenge', id: challengeId, fields: ['decisionUrl'] }),
    ['Decision: content'],
  ],
  [
    'the explanation of the decision, with all that verifiers signed',
    ({ missionId }) => ({ type: 'mission', id: missionId, fields: ['explanation'] }),
    [...GONE_WORDS, 'Milestone 1: verified'],
  ],
])('a receipt that is issued after %s was erased says so, and holds', async (_what, order, gone) => {
  const running = await runningMission()
  await erase(order(running))
  const issued = await complete(running.missionId)
  expect(JSON.stringify(issued)).toMatch(/\[erased: Court order 17\/26\]|https:\/\/erased\.invalid\//)
  expect(issued.erased).toMatchObject({ reason: REASON, at: issued.issuedAt, serviceKey: issued.serviceKey })
  const file = await fileOf(world, { ...running, receiptId: issued.id })
  const findings = await findingsOf(file)
  expect(Object.values(findings)).not.toContain('invalid')
  expect(unknownOf(findings)).toEqual(expect.arrayContaining(gone))
  expect([findings['Content hash'], findings['Service signature']]).toEqual(['valid', 'valid'])
  expect(file.history.mission.at(-1).data).toEqual({ receiptId: issued.id, contentHash: issued.contentHash })

  await erase({ type: 'mission', id: running.missionId, fields: ['statement'] })
  const left = await fileOf(world, { ...running, receiptId: issued.id })
  expect([left.receipt.statement, left.receipt.contentHash]).toEqual([MARK, issued.contentHash])
  expect(Date.parse(left.receipt.erased.at)).toBeGreaterThanOrEqual(Date.parse(issued.issuedAt))
  const later = await findingsOf(left)
  expect(Object.values(later)).not.toContain('invalid')
  expect([later['Content hash'], later['Service signature']]).toEqual(['unknown', 'valid'])
})

test('a receipt of which nothing was erased does not say so, though something of its mission was', async () => {
  const mission = await verifiedMission(owner, contributor, verifier)
  const offer = { kind: 'work', description: 'I hang it up in the town hall.' }
  const { commitment } = await created(contributor.post(`/api/projects/${mission.id}/commitments`, offer))
  await erase({ type: 'mission', id: mission.id, part: commitment.id })
  const issued = await complete(mission.id)
  expect(issued).not.toHaveProperty('erased')
  const findings = await findingsOf(await fileOf(world, { missionId: mission.id, receiptId: issued.id }))
  expect(Object.values(findings)).not.toContain('invalid')
})

test('an export with all of these receipts holds', async () => {
  const [{ exportLines }, { checkExport }] = await Promise.all([
    import('@/lib/export/write-export'),
    import('@/lib/export/check-export'),
  ])
  const running = await runningMission()
  await erase({ type: 'mission', id: running.missionId })
  await complete(running.missionId)
  async function* chunks() {
    for await (const line of exportLines(world.databaseUrl)) yield Buffer.from(line)
  }
  const { faults, lines } = await checkExport(chunks())
  expect(faults).toEqual([])
  expect(lines.get('receipt')).toBeGreaterThan(0)
})
