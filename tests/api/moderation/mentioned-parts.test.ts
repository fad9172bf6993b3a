import { afterAll, beforeAll, expect, test } from 'vitest'
import { HistoryEventView } from '@/lib/history/schemas'
import { checkProjectDecisions } from '@/lib/verify/check-project-decisions'
import { allHold } from '@/lib/verify/finding'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import {
  bothLinks,
  created,
  dayFromNow,
  decisionBody,
  draftChallenge,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What is withheld while a part is hidden is what tells of that part. A signed verdict that discloses it, a signed hash beside
// its id, and what somebody wrote on record stay, whoever mentions its id.

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor] = await Promise.all([world.wallet(), world.wallet()])
  ;[verifier, admin] = await Promise.all([world.verifier(), world.admin()])
})
afterAll(() => world.close())

const historyOf = async (kind: 'challenge' | 'mission', id: string): Promise<Json[]> =>
  (await world.get(`/api/v1/${kind}s/${id}`)).body[kind].history
const withheld = (events: readonly Json[]) => events.filter((event) => event.withheld).map(({ kind }) => kind)

test('a signed rejection that discloses a link keeps its words and its signature when the link is hidden', async () => {
  const challenge = await draftChallenge(owner)
  for (const [who, link] of [
    [verifier, bothLinks[0]],
    [owner, bothLinks[1]],
  ] as const)
    await created(who.post(`/api/v1/challenges/${challenge.id}/submissions`, link))
  const [mine] = Object.values(
    (await world.get(`/api/v1/challenges/${challenge.id}`)).body.challenge.submissions,
  ) as Json[]
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [
    challenge.id,
    dayFromNow(-1),
  ])
  await created(owner.post(`/api/v1/challenges/${challenge.id}/decision`, decisionBody))
  const path = `/api/v1/challenges/${challenge.id}/verify-decision`
  await created(verifier.signed(path, { verdict: 'reject', explanation: 'The thread says otherwise.' }))
  await done(hide(admin, 'submission', mine?.id))
  const events = await historyOf('challenge', challenge.id)
  const rejected = events.find(({ kind }) => kind === 'decision-rejected')
  expect(rejected).toMatchObject({
    data: { verification: { explanation: 'The thread says otherwise.', disclosures: [{ id: mine?.id }] } },
  })
  expect(withheld(events)).toEqual(['link-recorded'])
})

test('a signed decision on a project can be checked when a part of what was judged is hidden', async () => {
  const { id } = await seedMission(owner)
  const evidence = { kind: 'Link', url: 'https://example.org/judged' }
  const { evidenceItem } = await created((await world.wallet()).post(`/api/projects/${id}/evidence`, evidence))
  const path = `/api/projects/${id}/verifications`
  const { body: asked } = await verifier.post(`${path}/prepare`, { verdict: 'approve', reason: 'I looked.' })
  const signature = await verifier.account.signMessage({ message: asked.message })
  await created(verifier.post(path, { nonce: asked.nonce, signature }))
  await done(hide(admin, 'evidence', evidenceItem.id))
  const events = await historyOf('mission', id)
  expect(withheld(events)).toEqual(['evidence-added'])
  const found = await checkProjectDecisions(
    id,
    events.map((event) => HistoryEventView.parse(event)),
    () => true,
  )
  expect([found.length > 0, allHold(found)]).toEqual([true, true])
})

test('nobody keeps their own words out of the history by naming what is hidden', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'proof', proof.id))
  await created(contributor.post(`/api/v1/missions/${mission.id}/release`, { reason: `No time for ${proof.id}` }))
  const outcome = { outcome: 'abandoned', statement: proof.id }
  await created(owner.post(`/api/v1/missions/${mission.id}/complete`, outcome))
  expect(withheld(await historyOf('mission', mission.id))).toEqual(['proof-submitted'])
  await done(restore(admin, 'proof', proof.id))
  expect(withheld(await historyOf('mission', mission.id))).toEqual([])
})
