import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor, Json } from '@/tests/support/client'
import { type Request, type Response, request } from '@/tests/support/request'
import type { TestSandbox } from '@/tests/support/sandbox'
import { missionBody, proofBody } from '@/tests/support/story'
import { BOUNDARY, fileBody, samples, sha256 } from '@/tests/support/upload'

const RETRY_MS = 100
/** A write that is not answered for so long never will be. */
const PATIENCE_MS = 60_000
const JSON_BODY = { 'content-type': 'application/json' }

/** A write that was answered with 2xx, and by what it is found again. */
export interface Acknowledged {
  readonly kind: Kind
  readonly sent: Request
  /** The first answer's bytes. */
  readonly text: string
  readonly mark: string
}

export type Kind = 'publish' | 'claim' | 'upload' | 'proof' | 'prepare' | 'review' | 'queue' | 'approve'

export interface People {
  readonly owner: Actor
  readonly contributor: Actor
  readonly rival: Actor
  readonly verifier: Actor
  readonly admin: Actor
}

/** Clients that write all the time, and repeat what is told 503 until it is answered. */
export interface FailoverLoad {
  readonly acknowledged: readonly Acknowledged[]
  /** Tokens that were handed out, and whether their session was ended. */
  readonly sessions: ReadonlyMap<string, { readonly wallet: string; readonly ended: boolean }>
  /** Answers that nobody had a reason to be given. */
  readonly falselyRefused: readonly string[]
  /** What was said of writes that may have been saved. */
  readonly falseWords: readonly string[]
  /** Keys of writes that were refused for good. */
  readonly refusedKeys: readonly string[]
  /** How often a client was told 503. */
  unavailable(): number
  /** Lets every client finish what it is at. */
  end(): Promise<void>
}

class FalseRefusal extends Error {}

/** Starts one client per group of people, each with a story of its own. @param bases the instances, tried in turn. */
export function startFailoverLoad(
  bases: readonly string[],
  people: readonly People[],
  sandbox: TestSandbox,
  rootPost: number,
): FailoverLoad {
  const acknowledged: Acknowledged[] = []
  const sessions = new Map<string, { wallet: string; ended: boolean }>()
  const falselyRefused: string[] = []
  const falseWords: string[] = []
  const refusedKeys: string[] = []
  let unavailable = 0
  let turn = 0
  let ending = false

  /** Sends until there is an answer other than 503. @returns it, and whether an earlier one was lost. */
  const insist = async (sent: Request): Promise<{ answer: Response; wasLost: boolean }> => {
    const until = Date.now() + PATIENCE_MS
    for (let tries = 0; ; tries++) {
      if (Date.now() > until) throw new Error(`No answer to ${sent.method} ${sent.path}.`)
      turn += 1
      const answer = await request(bases[turn % bases.length] ?? '', sent).catch(() => null)
      if (answer && answer.status !== 503) return { answer, wasLost: tries > 0 }
      if (answer?.text.includes('othing was saved')) falseWords.push(answer.text)
      unavailable += 1
      await pause(RETRY_MS)
    }
  }
  const refuse = (what: string, answer: Response): never => {
    falselyRefused.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
    throw new FalseRefusal()
  }
  const write = async (
    kind: Kind,
    who: Actor,
    path: string,
    body: object | Buffer,
    markOf: (answer: Json) => string,
  ): Promise<Json> => {
    const isFile = Buffer.isBuffer(body)
    const type = isFile ? { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } : JSON_BODY
    const headers = { ...who.authorization, ...type, 'idempotency-key': randomUUID() }
    const sent = { method: 'POST', path, headers, body: isFile ? body : JSON.stringify(body) }
    const { answer } = await insist(sent)
    if (answer.status !== 200 && answer.status !== 201) return refuse(kind, answer)
    acknowledged.push({ kind, sent, text: answer.text, mark: markOf(answer.body) })
    return answer.body
  }

  const publish = async ({ owner }: People): Promise<Json> => {
    const title = randomUUID()
    const body = missionBody({ title, sourceUrl: sandbox.url(rootPost) })
    return (await write('publish', owner, '/api/v1/missions', body, () => title)).mission
  }
  const claimed = async (group: People): Promise<Json> => {
    const mission = await publish(group)
    const path = `/api/v1/missions/${mission.id}/claim`
    await write('claim', group.contributor, path, {}, () => mission.id)
    return mission
  }

  const stories = {
    async claims(group: People) {
      const { id } = await claimed(group)
      const key = randomUUID()
      const headers = { ...group.rival.authorization, ...JSON_BODY, 'idempotency-key': key }
      const { answer } = await insist({ method: 'POST', path: `/api/v1/missions/${id}/claim`, headers, body: '{}' })
      if (answer.status !== 409) refuse('a second claim', answer)
      refusedKeys.push(key)
    },
    async reviews(group: People) {
      const mission = await claimed(group)
      const note = randomUUID()
      const proofPath = `/api/v1/milestones/${mission.milestones[0].id}/proof`
      const { proof } = await write('proof', group.contributor, proofPath, { ...proofBody, note }, () => note)
      const path = `/api/v1/proof/${proof.id}/review`
      const words = { verdict: 'approve', reason: 'It is what was asked for.' }
      const { nonce, message } = await write('prepare', group.verifier, path, words, (body) => body.nonce)
      const signature = await group.verifier.account.signMessage({ message })
      await write('review', group.verifier, path, { nonce, signature }, () => message)
    },
    async uploads(group: People) {
      const { id } = await claimed(group)
      for (let file = 0; file < 5 && !ending; file++) {
        const bytes = samples['text/plain'](randomBytes(2_000).toString('hex'))
        const path = `/api/v1/missions/${id}/files`
        await write('upload', group.contributor, path, fileBody(bytes), () => sha256(bytes))
      }
    },
    async posts(group: People) {
      const { id } = await publish(group)
      for (let post = 0; post < 5 && !ending; post++) {
        const summary = randomUUID()
        const body = { kind: 'mission-update', missionId: id, summary }
        const outbox = '/api/v1/platform-outbox'
        const { item } = await write('queue', group.admin, outbox, body, () => summary)
        const { payloadHash } = item
        await write('approve', group.admin, `${outbox}/${item.id}/approve`, { payloadHash }, () => summary)
      }
    },
    async sessions({ owner }: People) {
      const token = await openSession(owner)
      if (token === null) return
      sessions.set(token, { wallet: owner.address, ended: false })
      if (sessions.size % 2 === 0) return
      const headers = { authorization: `Bearer ${token}`, ...JSON_BODY }
      const { answer, wasLost } = await insist({ method: 'POST', path: '/api/v1/auth/signout', headers, body: '{}' })
      // Whoever repeats a sign-out may find it done.
      if (answer.status !== 200 && !(answer.status === 401 && wasLost)) refuse('a sign-out', answer)
      sessions.set(token, { wallet: owner.address, ended: true })
    },
  }

  /** @returns the token, or null where the answer that held it was lost. */
  const openSession = async ({ account }: Actor): Promise<string | null> => {
    const asked = JSON.stringify({ address: account.address, chainId: 1 })
    const post = (path: string, body: string) => insist({ method: 'POST', path, headers: JSON_BODY, body })
    const { answer: given } = await post('/api/v1/auth/challenge', asked)
    if (given.status !== 201) return refuse('a sign-in', given)
    const { nonce, message } = given.body
    const signature = await account.signMessage({ message })
    const opened = await post('/api/v1/auth/verify', JSON.stringify({ nonce, signature, delivery: 'bearer' }))
    if (opened.answer.status === 201) return opened.answer.body.token
    return opened.wasLost && opened.answer.status === 409 ? null : refuse('a sign-in', opened.answer)
  }

  const kinds = Object.values(stories)
  const client = async (group: People, place: number) => {
    while (!ending) {
      try {
        await kinds[place % kinds.length]?.(group)
      } catch (fault) {
        if (!(fault instanceof FalseRefusal)) throw fault
      }
    }
  }
  const clients = people.map(client)
  // A client that fails is told of by `end`.
  for (const running of clients) running.catch(() => undefined)
  return {
    acknowledged,
    sessions,
    falselyRefused,
    falseWords,
    refusedKeys,
    unavailable: () => unavailable,
    async end() {
      ending = true
      await Promise.all(clients)
    },
  }
}
