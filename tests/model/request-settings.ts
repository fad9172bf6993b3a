import type { Endpoint } from '@/lib/contract/endpoint'
import { hide } from '@/tests/api/moderation/moderating'
import { askedByProgram, takenBy } from '@/tests/support/agent-request'
import type { Actor, Json } from '@/tests/support/client'
import { linkMuse, type PlatformWorld } from '@/tests/support/platform-world'
import { openSession } from '@/tests/support/session'
import { STAGES } from '@/tests/support/stages'
import {
  bothLinks,
  challengeBody,
  claimedMission,
  completedMission,
  decidedChallenge,
  draftChallenge,
  missionBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { fileBody, filesOf, sendUpload } from '@/tests/support/upload'
import { exampleBody } from '@/tests/support/walk'

// For every operation what it is meant for: who asks for what with which body.

/** All that an operation needs to succeed. */
export interface Setting {
  readonly right: Actor | null
  readonly owner: Actor
  readonly contributor: Actor
  /** What fills the path, by the names in it. */
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** The body, of a signed write that of its first call. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface People {
  readonly world: PlatformWorld
  readonly verifier: Actor
  readonly moderator: Actor
}
interface Parts extends People {
  readonly owner: Actor
  readonly contributor: Actor
}
type Maker = (parts: Parts) => Promise<Partial<Setting>>

const mine =
  (of: (parts: Parts) => Actor, body?: () => Record<string, unknown>): Maker =>
  async (parts) => ({ right: of(parts), ...(body ? { body: body() } : {}) })
const byOwner = ({ owner }: Parts) => owner

const ofProject: Maker = async ({ owner }) => ({ right: owner, params: { id: (await seedMission(owner)).id } })
const on =
  (record: (parts: Parts) => Promise<Json>, who: 'contributor' | 'verifier'): Maker =>
  async (parts) => ({ right: parts[who], params: { id: (await record(parts)).id } })
const response = on(({ owner }) => draftChallenge(owner), 'contributor')
const released = on(({ owner, contributor }) => claimedMission(owner, contributor), 'contributor')
const unclaimed = on(({ owner }) => seedMission(owner), 'contributor')

async function queued({ owner, world }: Parts): Promise<Json> {
  await linkMuse(owner, await world.sandbox.muse())
  const { id } = await draftChallenge(owner)
  const { body } = await owner.post('/api/v1/platform-outbox', { kind: 'announce', challengeId: id, channel: 'lobby' })
  return body.item
}
const settled: Maker = async (parts) => ({ right: parts.moderator, params: { id: (await queued(parts)).id } })
const approved: Maker = async (parts) => {
  const { id, payloadHash } = await queued(parts)
  return { right: parts.moderator, params: { id }, body: { payloadHash } }
}

const newcomer: Maker = async ({ owner }) => ({ body: { address: owner.address, chainId: 1 } })

const signingIn: Maker = async ({ owner, world }) => {
  const { address } = owner
  const { nonce, message } = (await world.send('POST', '/api/v1/auth/challenge', { address, chainId: 1 })).body
  return { body: { nonce, signature: await owner.account.signMessage({ message }) } }
}

const funded: Maker = async ({ owner }) => {
  const { id } = await seedMission(owner)
  const transaction = { chainId: '8453', txHash: `0x${'ab'.repeat(32)}`, transactionUrl: 'https://example.org/tx/1' }
  const { fundingRecord } = (await owner.post(`/api/projects/${id}/funding`, transaction)).body
  return { right: owner, params: { id }, body: { recordType: 'funding', recordId: fundingRecord.id } }
}

const verdict = { verdict: 'approve', reason: 'What was promised is public.' }
const projectVerdict: Maker = async ({ owner, verifier }) => ({
  right: verifier,
  params: { id: (await seedMission(owner)).id },
  body: verdict,
})

/** The writes that no owner or contributor alone may make, and the calls. */
const MAKERS: Readonly<Record<string, Maker>> = {
  createSignInChallenge: newcomer,
  createEarlierSignInChallenge: newcomer,
  verifySignIn: async (parts) => ({ body: { ...(await signingIn(parts)).body, delivery: 'bearer' } }),
  verifyEarlierSignIn: signingIn,
  revokeSession: async ({ owner, world }) => {
    await openSession(world.base, world.sql, owner.account)
    const { sessions } = (await owner.get('/api/v1/sessions')).body
    const other = sessions.find(({ current }: Json) => !current)
    return { right: owner, params: { id: other.id } }
  },
  createChallenge: mine(byOwner, () => challengeBody({ submissions: bothLinks })),
  createBattle: mine(byOwner, challengeBody),
  recordResponseLink: response,
  recordBattleResponse: response,
  verifyDecision: on(({ world, owner }) => decidedChallenge(world, owner), 'verifier'),
  claimMission: unclaimed,
  createMission: mine(byOwner, missionBody),
  createProject: mine(byOwner, missionBody),
  releaseMission: released,
  releaseProject: released,
  reviewProof: on(async ({ owner, contributor }) => (await provenMission(owner, contributor)).proof, 'verifier'),
  startMuseLink: async ({ owner, world }) => ({
    right: owner,
    body: { museId: (await world.sandbox.muse()).museId, method: 'ed25519-challenge' },
  }),
  verifyMuseLink: async ({ owner, world }) => {
    const muse = await world.sandbox.muse()
    const asked = { museId: muse.museId, method: 'ed25519-challenge' }
    const { nonce, message } = (await owner.post('/api/v1/muse-links/start', asked)).body
    return { right: owner, body: { nonce, signature: muse.sign(message) } }
  },
  unlinkMuse: async ({ owner, world }) => {
    await linkMuse(owner, await world.sandbox.muse())
    return { right: owner }
  },
  openAgentRequest: async ({ owner }) => ({ right: owner, body: { handle: await askedByProgram() } }),
  stopAgentRequest: async ({ owner }) => ({ right: owner, params: { id: await takenBy(owner) } }),
  addEvidence: ofProject,
  decideProject: unclaimed,
  makeCommitment: ofProject,
  recordFunding: ofProject,
  recordOutcome: async ({ owner, contributor, verifier }) => ({
    right: owner,
    params: { id: (await verifiedMission(owner, contributor, verifier)).id },
  }),
  recheckTransaction: funded,
  prepareVerification: projectVerdict,
  recordVerification: async (parts) => {
    const { right, params } = await projectVerdict(parts)
    const path = `/api/projects/${params?.['id']}/verifications/prepare`
    const { nonce, message } = (await parts.verifier.post(path, verdict)).body
    return { right, params, body: { nonce, signature: await parts.verifier.account.signMessage({ message }) } }
  },
  dismissReport: async ({ owner, contributor, moderator }) => {
    const { id } = await seedMission(owner)
    const told = { recordType: 'mission', recordId: id, reason: 'It asks for a private key.' }
    const { report } = (await contributor.post('/api/moderation/reports', told)).body
    return { right: moderator, params: { id: report.id } }
  },
  moderateRecord: async ({ owner, moderator }) => ({
    right: moderator,
    body: { recordType: 'mission', recordId: (await seedMission(owner)).id, action: 'hide', reason: 'It is spam.' },
  }),
  reportRecord: async ({ owner, contributor }) => ({
    right: contributor,
    body: { recordType: 'mission', recordId: (await seedMission(owner)).id, reason: 'It is spam.' },
  }),
  approvePlatformPost: approved,
  approveMusebookPost: approved,
  cancelPlatformPost: settled,
  cancelMusebookPost: settled,
  settlePlatformPost: settled,
  settleMusebookPost: settled,
}

/** What reads are asked of: one of each record. */
async function shown(parts: Parts): Promise<(endpoint: Endpoint) => Partial<Setting>> {
  const { world, owner, contributor, verifier, moderator } = parts
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const challenge = await draftChallenge(owner)
  const hidden = await seedMission(owner)
  await hide(moderator, 'mission', hidden.id)
  const post = await world.sandbox.post(world.own, { text: 'A post.' })
  const ids: Record<string, string> = {
    challenges: challenge.id,
    battles: challenge.id,
    missions: mission.id,
    projects: mission.id,
    receipts: receipt.id,
    seeds: String(receipt.seeds[0].id),
  }
  const { id } = await claimedMission(owner, contributor)
  await sendUpload(world.base, contributor, id, fileBody('It is done.'))
  const { pathname, searchParams } = new URL((await filesOf(world.base, id))[0].downloadUrl)
  ids['files'] = pathname.split('/').at(-1) ?? ''
  const queries: Record<string, Record<string, string>> = {
    downloadFile: Object.fromEntries(searchParams),
    search: { q: 'guide' },
    listMuseLinks: { museId: world.own.museId },
    importPost: { url: world.sandbox.url(post) },
    getTombstone: { recordType: 'mission', recordId: hidden.id },
  }
  return ({ path, operationId, access }) => ({
    right: access === 'admin' ? moderator : owner,
    params: { id: ids[/\/([a-z]+)\/\{/.exec(path)?.[1] ?? ''] ?? '', address: owner.address },
    query: queries[operationId],
  })
}

/** What each operation is meant for; made when it is first asked for, and anew once a write was taken. */
export class Settings {
  private readonly made = new Map<string, Setting>()
  private readonly spent = new Map<string, Setting>()
  private reads: ((endpoint: Endpoint) => Partial<Setting>) | undefined

  constructor(private readonly people: People) {}

  async of(endpoint: Endpoint): Promise<Setting> {
    const known = this.made.get(endpoint.operationId)
    if (known) return known
    const setting = await this.make(endpoint)
    this.made.set(endpoint.operationId, setting)
    return setting
  }

  /** One that the operation was already done with, where there is one. */
  async spentOf(endpoint: Endpoint): Promise<Setting> {
    return this.spent.get(endpoint.operationId) ?? this.of(endpoint)
  }

  /** The record was written to: the next request needs another. */
  spend({ operationId }: Endpoint): void {
    const setting = this.made.get(operationId)
    if (setting) this.spent.set(operationId, setting)
    this.made.delete(operationId)
  }

  private async make(endpoint: Endpoint): Promise<Setting> {
    const { world } = this.people
    const wallet = () => openSession(world.base, world.sql)
    const parts = { ...this.people, owner: await wallet(), contributor: await wallet() }
    const usual = { right: parts.owner, owner: parts.owner, contributor: parts.contributor, params: {} }
    if (endpoint.method === 'GET') {
      this.reads ??= await shown(parts)
      return { ...usual, body: {}, ...this.reads(endpoint) }
    }
    const [stage] = STAGES[endpoint.operationId] ?? []
    const { owner, contributor } = parts
    if (stage && endpoint.limit === 'platform') await linkMuse(owner, await world.sandbox.muse())
    const right = endpoint.access === 'contributor' ? contributor : owner
    const body = exampleBody(endpoint)
    return { ...usual, body, right, ...(stage ? await stage(parts) : await MAKERS[endpoint.operationId]?.(parts)) }
  }
}
