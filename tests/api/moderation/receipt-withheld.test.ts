import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import { anyTime } from '@/lib/verify/key-period'
import { tellStory } from '@/tests/api/erasure/told-story'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { convertedMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A receipt that is issued while its mission's challenge is hidden says so for ever, and never that there was none. What is
// hidden later makes nothing of it wrong.

let world: World
let owner: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, verifier, admin] = await Promise.all([world.wallet(), world.verifier(), world.admin()])
})
afterAll(() => world.close())

async function endedReceipt({ id }: Json): Promise<Json> {
  const body = { outcome: 'abandoned', statement: 'We leave it.' }
  const { status, text, body: answer } = await owner.post(`/api/v1/missions/${id}/complete`, body)
  expect(status, text).toBe(201)
  return answer.receipt
}
const read = async ({ id }: Json): Promise<Json> => (await world.get(`/api/v1/receipts/${id}`)).body.receipt

const checked = async (receiptId: string) => {
  const { readReceiptFile } = await import('@/app/receipt-file')
  const file = await readReceiptFile(receiptId)
  const findings = await checkReceipt(file.receipt, file.history, [anyTime(file.receipt.serviceKey)])
  return { file, findings: Object.fromEntries(findings.map(({ what, result }) => [what, result])) }
}

test('what was asked and decided is not in it, it says so, and restoring the challenge changes nothing of it', async () => {
  const mission = await convertedMission(world, owner, verifier)
  await done(hide(admin, 'challenge', mission.source.challengeId))
  const receipt = await endedReceipt(mission)
  expect(receipt.discussion).toEqual({
    challengeId: null,
    prompt: null,
    sourceUrl: mission.source.sourceUrl,
    decisionUrl: mission.source.decisionUrl,
    chosenSide: null,
    explanation: null,
    submissions: null,
    withheld: true,
  })
  expect(receipt.decisionVerification).toBeNull()
  expect(allHold(await checkReceipt(receipt))).toBe(true)

  const holds = async () => {
    const { file, findings } = await checked(receipt.id)
    expect(file.history).not.toHaveProperty('challenge')
    expect(Object.values(findings)).not.toContain('invalid')
  }
  await holds()
  await done(restore(admin, 'challenge', mission.source.challengeId))
  expect(await read(receipt)).toEqual(receipt)
  await holds()
})

test('without its word the hash does not hold, so nobody can take it away', async () => {
  const mission = await convertedMission(world, owner, verifier)
  await done(hide(admin, 'challenge', mission.source.challengeId))
  const { discussion, ...receipt } = await endedReceipt(mission)
  const { withheld: _word, ...silent } = discussion
  expect(allHold(await checkReceipt({ ...receipt, discussion: silent } as never))).toBe(false)
})

test('one of a shown challenge, or of a mission without any, does not say so', async () => {
  const converted = await endedReceipt(await convertedMission(world, owner, verifier))
  const direct = await endedReceipt(await seedMission(owner))
  for (const { discussion } of [converted, direct]) expect(discussion).not.toHaveProperty('withheld')
})

test('while a link is hidden that was given with the challenge, its receipt holds: what began the history is unknown', async () => {
  const mission = await convertedMission(world, owner, verifier)
  const receipt = await endedReceipt(mission)
  const { chosenSide } = mission.source
  const whole = await checked(receipt.id)
  expect(Object.values(whole.findings)).not.toContain('invalid')

  await done(hide(admin, 'submission', chosenSide.id))
  const { file, findings } = await checked(receipt.id)
  expect(file.history?.challenge?.[0]).toMatchObject({ kind: 'challenge-created', data: {}, withheld: true })
  // What the moderator did is told in both histories, after what is signed.
  const later = { 'Mission: later events': 'unknown', 'Challenge: later events': 'unknown' }
  const untold = { 'Challenge: history': 'unknown', 'Challenge: this mission': 'unknown' }
  expect(findings).toEqual({ ...whole.findings, ...later, ...untold })

  await done(restore(admin, 'submission', chosenSide.id))
  expect((await checked(receipt.id)).findings).toEqual({ ...whole.findings, ...later })
})

test('whatever a moderator hides of a story, or might hide, its receipt is not called broken', async () => {
  const story = await tellStory(world)
  const read = async (path: string): Promise<Json> => (await world.get(path)).body
  const { challenge } = await read(`/api/v1/challenges/${story.challengeId}`)
  const { mission } = await read(`/api/v1/missions/${story.missionId}`)
  const project = `/api/projects/${story.missionId}`
  const parts: [string, Json][] = [
    ['submission', challenge.submissions.A],
    ['submission', challenge.submissions.B],
    ['proposal', { id: story.proposalId }],
    ...mission.proofs.map((proof: Json) => ['proof', proof]),
    ['evidence', story.file],
    ['commitment', (await read(`${project}/commitments`)).commitments[0]],
    ['funding', (await read(`${project}/funding`)).funding[0]],
    ['decision', (await read(`${project}/decisions`)).decisions[0]],
  ]
  for (const [type, { id }] of parts) {
    await done(hide(admin, type, id))
    expect(Object.values((await checked(story.receiptId)).findings), type).not.toContain('invalid')
    await done(restore(admin, type, id))
  }

  const { receipt, history } = (await checked(story.receiptId)).file
  const [shown, discussed] = [history?.mission ?? [], history?.challenge ?? []]
  const without = (events: typeof shown, hidden: (typeof shown)[number]) =>
    events.map((event) => (event === hidden ? { ...event, data: {}, withheld: true as const } : event))
  // An outcome names nothing that can be hidden.
  for (const event of [...shown, ...discussed].filter(({ kind }) => kind !== 'outcome-recorded')) {
    const histories = { mission: without(shown, event), challenge: without(discussed, event) }
    for (const areSigned of [false, true]) {
      const findings = await checkReceipt(receipt, histories, [anyTime(receipt.serviceKey)], areSigned)
      const wrong = findings.filter(({ result }) => result === 'invalid').map(({ what }) => what)
      expect(wrong, `${event.kind}, ${areSigned ? 'of an export' : 'of a file'}`).toEqual([])
    }
  }
})
