import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import {
  conversionBody,
  dayFromNow,
  decisionBody,
  draftChallenge,
  proofBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { fileBody, sendUpload } from '@/tests/support/upload'
import { openWorld, type World } from '@/tests/support/world'

// Whoever may not do something is told so, whatever state the record is in: 403 comes before 409, and before a 400 that only
// the record can tell.

let world: World
let owner: Actor
let contributor: Actor
let stranger: Actor
let verifier: Actor
let other: Actor
/** A cancelled challenge; a challenge of the verifier's own; a proposal that was turned down. */
let challenge: Json
let ownChallenge: Json
let proposalId: string
/** A mission that has ended, reserved for its contributor; one that nobody has claimed; the verifier's own. */
let ended: Json
let seed: Json
let own: Json
let ownProofId: string
let workedProofId: string

const outcome = { outcome: 'failed', statement: 'It is over.' }
const review = { verdict: 'approve', reason: 'Yes.' }
const signature = { nonce: 'ab'.repeat(24), signature: `0x${'11'.repeat(64)}1b` }

beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, stranger] = await Promise.all([world.wallet(), world.wallet(), world.wallet()])
  ;[verifier, other] = [await world.verifier(0), await world.verifier(1)]
  challenge = await draftChallenge(owner)
  expect((await owner.post(`/api/v1/challenges/${challenge.id}/cancel`, { reason: 'Over.' })).status).toBe(201)
  ownChallenge = await draftChallenge(verifier)
  const { rows } = await world.sql.query(
    `INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status, "decidedBy", "decidedAt")
     VALUES (gen_random_uuid(), $1, 1, 'muse_x', 'X', 'One.', 'https://example.org/1', now(), now(), 'rejected', $2, now()) RETURNING id`,
    [challenge.id, owner.address],
  )
  proposalId = rows[0].id
  ended = await verifiedMission(owner, contributor, verifier, { contributorWallet: contributor.address })
  expect((await owner.post(`/api/v1/missions/${ended.id}/complete`, outcome)).status).toBe(201)
  seed = await seedMission(owner, { contributorWallet: contributor.address })
  const mine = await provenMission(verifier, contributor)
  own = mine.mission
  ownProofId = mine.proof.id
  workedProofId = (await provenMission(owner, verifier)).proof.id
  for (const id of [ownProofId, workedProofId])
    expect((await other.signed(`/api/v1/proof/${id}/review`, { ...review, verdict: 'reject' })).status).toBe(201)
  expect((await verifier.post(`/api/v1/missions/${own.id}/complete`, outcome)).status).toBe(201)
})
afterAll(() => world.close())

type Told = Pick<Reply, 'status' | 'body' | 'text'>

/** Who may not, and who may but for the state of the record. */
interface Row {
  readonly command: string
  readonly what: string
  readonly act: (who: Actor) => Promise<Told>
  readonly refused: () => Actor
  /** Null where the rightful wallet is refused for another reason than the state. */
  readonly rightful: (() => Actor) | null
  readonly status?: number
}

const at = (id: string, end: string) => `/api/v1/challenges/${id}/${end}`
const mission = (id: string, end: string) => `/api/v1/missions/${id}/${end}`
const project = (id: string, end: string) => `/api/projects/${id}/${end}`
const is = {
  owner: () => owner,
  contributor: () => contributor,
  stranger: () => stranger,
  verifier: () => verifier,
  other: () => other,
}
const byOwner = { refused: is.stranger, rightful: is.owner }

/** The same of an upload, which travels another way. */
const upload = async (who: Actor, id: string): Promise<Told> => sendUpload(world.base, who, id, fileBody('x'))

const ROWS: readonly Row[] = [
  {
    command: 'cancelChallenge',
    what: 'a cancelled challenge',
    act: (who) => who.post(at(challenge.id, 'cancel'), { reason: 'x' }),
    ...byOwner,
  },
  ...(['moveDeadlines', 'moveBattleDeadlines'] as const).map((command) => ({
    command,
    what: 'a cancelled challenge',
    act: (who: Actor) =>
      who.post(command === 'moveDeadlines' ? at(challenge.id, 'deadlines') : `/api/battles/${challenge.id}/deadlines`, {
        decisionDeadline: dayFromNow(90),
        reason: 'x',
      }),
    ...byOwner,
  })),
  ...(['moveDeadline', 'moveProjectDeadline'] as const).map((command) => ({
    command,
    what: 'a mission that has ended',
    act: (who: Actor) =>
      who.post((command === 'moveDeadline' ? mission : project)(ended.id, 'deadline'), {
        deadline: dayFromNow(90),
        reason: 'x',
      }),
    ...byOwner,
  })),
  ...(['withdrawDecision', 'withdrawBattleDecision'] as const).map((command) => ({
    command,
    what: 'a cancelled challenge',
    act: (who: Actor) =>
      who.post(
        command === 'withdrawDecision'
          ? at(challenge.id, 'decision/withdraw')
          : `/api/battles/${challenge.id}/decision/withdraw`,
        { reason: 'x' },
      ),
    ...byOwner,
  })),
  {
    command: 'submitDecision',
    what: 'a cancelled challenge',
    act: (who) => who.post(at(challenge.id, 'decision'), decisionBody),
    ...byOwner,
  },
  {
    command: 'verifyDecision',
    what: 'an own draft',
    act: (who) => who.post(at(ownChallenge.id, 'verify-decision'), { verdict: 'approve', explanation: 'x' }),
    refused: is.verifier,
    rightful: is.other,
  },
  {
    command: 'convertChallenge',
    what: 'a cancelled challenge',
    act: (who) => who.post(at(challenge.id, 'convert'), conversionBody()),
    ...byOwner,
  },
  {
    command: 'convertChallenge',
    what: 'oneself named as contributor',
    act: (who) => who.post(at(challenge.id, 'convert'), conversionBody({ contributorWallet: who.address })),
    ...byOwner,
    status: 400,
  },
  {
    command: 'linkDiscussion',
    what: 'a cancelled challenge',
    act: (who) => who.post(at(challenge.id, 'musebook'), { channel: 'lobby' }),
    ...byOwner,
  },
  {
    command: 'syncDiscussion',
    what: 'a cancelled challenge',
    act: (who) => who.post(at(challenge.id, 'musebook/sync'), {}),
    ...byOwner,
  },
  {
    command: 'acceptProposal',
    what: 'a rejected proposal',
    act: (who) => who.post(at(challenge.id, `proposals/${proposalId}/accept`), { side: 'A' }),
    ...byOwner,
  },
  {
    command: 'rejectProposal',
    what: 'a rejected proposal',
    act: (who) => who.post(at(challenge.id, `proposals/${proposalId}/reject`), {}),
    ...byOwner,
  },
  {
    command: 'queuePlatformPost',
    what: 'a cancelled challenge',
    act: (who) => who.post('/api/v1/platform-outbox', { kind: 'announce', challengeId: challenge.id }),
    refused: is.stranger,
    rightful: null,
  },
  {
    command: 'queueMusebookPost',
    what: 'a mission without a receipt',
    act: (who) => who.post('/api/v1/musebook-outbox', { kind: 'receipt', missionId: seed.id }),
    refused: is.stranger,
    rightful: null,
  },
  {
    command: 'claimMission',
    what: 'a reserved mission that has ended',
    act: (who) => who.post(mission(ended.id, 'claim')),
    refused: is.stranger,
    rightful: is.contributor,
  },
  {
    command: 'claimMission',
    what: 'an own mission that has ended',
    act: (who) => who.post(mission(ended.id, 'claim')),
    refused: is.owner,
    rightful: is.contributor,
  },
  {
    command: 'releaseMission',
    what: 'a mission that has ended',
    act: (who) => who.post(mission(ended.id, 'release'), { reason: 'x' }),
    refused: is.stranger,
    rightful: is.contributor,
  },
  {
    command: 'releaseProject',
    what: 'an unclaimed project',
    act: (who) => who.post(project(seed.id, 'release'), { reason: 'x' }),
    ...byOwner,
  },
  {
    command: 'submitProof',
    what: 'a mission that has ended',
    act: (who) => who.post(`/api/v1/milestones/${ended.milestones[0].id}/proof`, proofBody),
    refused: is.stranger,
    rightful: is.contributor,
  },
  {
    command: 'submitProof',
    what: 'an unclaimed mission',
    act: (who) => who.post(`/api/v1/milestones/${seed.milestones[0].id}/proof`, proofBody),
    refused: is.owner,
    rightful: is.contributor,
  },
  {
    command: 'reviewProof',
    what: 'a reviewed proof of an own mission',
    act: (who) => who.post(`/api/v1/proof/${ownProofId}/review`, review),
    refused: is.verifier,
    rightful: is.other,
  },
  {
    command: 'reviewProof',
    what: 'a reviewed proof of one’s own',
    act: (who) => who.post(`/api/v1/proof/${workedProofId}/review`, review),
    refused: is.verifier,
    rightful: is.other,
  },
  {
    command: 'reviewProof',
    what: 'a nonce of nobody’s, in the second step',
    act: (who) => who.post(`/api/v1/proof/${ownProofId}/review`, signature),
    refused: is.verifier,
    rightful: is.other,
  },
  {
    command: 'completeMission',
    what: 'a mission that has ended',
    act: (who) => who.post(mission(ended.id, 'complete'), outcome),
    ...byOwner,
  },
  {
    command: 'completeMission',
    what: 'a mission that is not verified',
    act: (who) => who.post(mission(seed.id, 'complete'), { ...outcome, outcome: 'completed' }),
    ...byOwner,
  },
  {
    command: 'recordPayment',
    what: 'a mission without a receipt',
    act: (who) => who.post(mission(seed.id, 'payment'), { chainId: '1', txHash: `0x${'ab'.repeat(32)}` }),
    ...byOwner,
  },
  {
    command: 'uploadFile',
    what: 'a mission that has ended',
    act: (who) => upload(who, ended.id),
    refused: is.stranger,
    rightful: is.contributor,
  },
  {
    command: 'uploadFile',
    what: 'an unclaimed mission',
    act: (who) => upload(who, seed.id),
    refused: is.stranger,
    rightful: is.contributor,
  },
  {
    command: 'recordOutcome',
    what: 'a project that has ended',
    act: (who) => who.post(project(ended.id, 'outcome'), outcome),
    ...byOwner,
  },
  {
    command: 'addMilestone',
    what: 'a project that has ended',
    act: (who) => who.post(project(ended.id, 'milestones'), { title: 'More', required: true }),
    ...byOwner,
  },
  {
    command: 'setMilestoneStatus',
    what: 'a project that has ended',
    act: (who) => who.patch(project(ended.id, `milestones/${ended.milestones[0].id}`), { status: 'Cancelled' }),
    ...byOwner,
  },
  {
    command: 'decideProject',
    what: 'an own project that has ended',
    act: (who) => who.post(project(ended.id, 'decisions'), { verdict: 'approve', reason: 'x', reviewerName: 'X' }),
    refused: is.owner,
    rightful: is.stranger,
  },
  {
    command: 'decideProject',
    what: 'a worked one that has ended',
    act: (who) => who.post(project(ended.id, 'decisions'), { verdict: 'approve', reason: 'x', reviewerName: 'X' }),
    refused: is.contributor,
    rightful: is.stranger,
  },
  {
    command: 'prepareVerification',
    what: 'an own project that has ended',
    act: (who) => who.post(project(own.id, 'verifications/prepare'), review),
    refused: is.verifier,
    rightful: is.other,
  },
  {
    command: 'recordVerification',
    what: 'an own project that has ended',
    act: (who) => who.post(project(own.id, 'verifications'), signature),
    refused: is.verifier,
    rightful: is.other,
  },
  {
    command: 'unlinkMuse',
    what: 'a wallet without a Muse',
    act: (who) => who.post('/api/v1/muse-links/unlink', { wallet: owner.address }),
    refused: is.stranger,
    rightful: is.owner,
  },
]

/** Their 403 needs no record: an allowlist says it, before the fields are read. */
const isOfRole = ({ access }: (typeof contracts)[number]) => access === 'admin'

test('every command that can be refused for who asks and for a state stands in the table', () => {
  const told = contracts.filter(
    (endpoint) => endpoint.errors?.includes('forbidden') && endpoint.errors.includes('conflict') && !isOfRole(endpoint),
  )
  expect(told.map(({ operationId }) => operationId).sort()).toEqual(
    [...new Set(ROWS.map(({ command }) => command))].sort(),
  )
})

describe.each(ROWS)('$command, $what', ({ act, refused, rightful, status = 409 }) => {
  test('who may not is told 403', async () => {
    expectRefused(await act(refused()), 403)
  })
  if (rightful)
    test('who may is told what the record says', async () => {
      expect((await act(rightful())).status).toBe(status)
    })
})

test('a field is told before the record, to whoever asks', async () => {
  const past = conversionBody({ deadline: dayFromNow(-2), contributorWallet: stranger.address })
  expectRefused(await stranger.post(at(challenge.id, 'convert'), past), 400, 'deadline')
})

test('a verifier who has taken a part since signing is told so, not that the nonce was used', async () => {
  const { id } = await seedMission(owner)
  const { nonce, message } = (await verifier.post(project(id, 'verifications/prepare'), review)).body
  const step = { nonce, signature: await verifier.account.signMessage({ message }) }
  expect((await verifier.post(project(id, 'verifications'), step)).status).toBe(201)
  expectRefused(await verifier.post(project(id, 'verifications'), step), 409)
  const evidence = { kind: 'Link', url: 'https://example.org/mine', note: 'Mine.' }
  expect((await verifier.post(project(id, 'evidence'), evidence)).status).toBe(201)
  expectRefused(await verifier.post(project(id, 'verifications'), step), 403)
})
