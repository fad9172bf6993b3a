import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pick, type Random, type SeenMission, type Wish, wishOnChallenge, wishOnMission } from '@/tests/history/draw'
import type { Answer, Operation, RecordCall, RecordNames } from '@/tests/history/sequential-record'
import type { Site } from '@/tests/history/site'
import { type Call, callOf } from '@/tests/model/calls'
import { emptyWorld, type Person } from '@/tests/model/state'
import { toldOfChallenge, toldOfMission } from '@/tests/model/told'
import type { Actor, Json } from '@/tests/support/client'
import { type Request, type Response, request } from '@/tests/support/request'

// Clients of one record: each tries one thing after the other at either instance, and writes down what it asked, when, and what it
// was told. An answer that is lost is asked for again with the same key, but for some, which nobody asks for again.

const RETRY_MS = 30
/** One in so many is given up when its answer is lost. */
const GIVEN_UP = 3

/** A record with all that was ever asked of it. */
export interface RecordLog {
  readonly names: RecordNames
  readonly id: string
  readonly calls: RecordCall[]
  /** As somebody saw it last. */
  seen: SeenMission
}

/** What a round knows of all its records. */
export interface RoundLog {
  /** Writes that were answered with 2xx, since the last day. */
  readonly acknowledged: { sent: Request; text: string }[]
  readonly refusedKeys: string[]
  /** How many requests came to an end, whatever it was, and how many of those told nothing. */
  ended: number
  lost: number
  /** Whether things go wrong just now. */
  amidFaults: boolean
}

export interface Client {
  readonly site: Site
  readonly log: RoundLog
  readonly record: RecordLog
  readonly people: ReadonlyMap<Person, Actor>
  /** What decides on wishes, and what decides on ways: each its own, so that a lost answer does not change what comes next. */
  readonly random: Random
  readonly chance: Random
  /** Days since the round's first. */
  readonly today: () => number
  /** Another number each time. */
  readonly fresh: () => number
}

/** Sends once, to either instance. @returns null when nothing is known of it. */
async function attempt({ site, log, chance }: Client, sent: Request): Promise<Response | null> {
  const { base } = pick(chance, site.nodes).instance
  const answer = await request(base, sent).catch(() => null)
  log.ended += 1
  if (answer && answer.status !== 503) return answer
  log.lost += 1
  return null
}

/** Sends until it is answered. @returns null where that was given up. */
async function insist(client: Client, sent: Request): Promise<Response | null> {
  const isGivenUp = Math.floor(client.chance() * GIVEN_UP) === 0
  for (;;) {
    const answer = await attempt(client, sent)
    if (answer || isGivenUp) return answer
    await pause(RETRY_MS)
  }
}

const told = (record: RecordLog, body: Json): string => {
  if (record.names.kind === 'mission') return JSON.stringify(toldOfMission(body.mission, ({ url }) => url))
  const { challenge } = body
  return JSON.stringify(toldOfChallenge({ ...challenge, missionId: challenge.missionId && 'shown' }))
}

/** Reads the record as nobody in particular, and writes down what was told. */
export async function read(client: Client, from: { readonly base: string } | null = null): Promise<void> {
  const { record, site, chance, log } = client
  const { base } = from ?? pick(chance, site.nodes).instance
  const began = performance.now()
  const answer = await request(base, { method: 'GET', path: `/api/v1/${record.names.kind}s/${record.id}` }).catch(
    () => null,
  )
  log.ended += 1
  if (!answer || answer.status === 503) {
    log.lost += 1
    return
  }
  const isShown = answer.status === 200
  if (isShown && record.names.kind === 'mission') record.seen = answer.body.mission
  const seen = {
    status: answer.status,
    told: isShown ? told(record, answer.body) : null,
    isReplay: false,
    isAmidFaults: log.amidFaults,
  }
  record.calls.push({ operation: { do: 'read' }, began, ended: performance.now(), answer: seen })
}

/** The request of an act, on the record alone. */
function callFor({ record, site, people, today, fresh }: Client, { act, proof }: Wish): Call {
  if (act === null) throw new Error('Nothing is asked.')
  const { id, names } = record
  const mission = { id, milestones: [...names.milestones], proofs: proof ? [proof.id] : [] }
  const ids = { challenges: [{ id, links: [] }], missions: [mission] }
  const address = (who: Person) => people.get(who)?.address ?? ''
  return callOf({ world: { ...emptyWorld(), today: today() }, ids, address, date: site.date, fresh }, act)
}

/** Sends one step of an act, and writes it down. */
async function step(
  client: Client,
  operation: Operation,
  who: Actor,
  call: Call,
  body: unknown,
): Promise<Response | null> {
  const { record, log } = client
  const key = randomUUID()
  const headers = { ...who.authorization, 'content-type': 'application/json', 'idempotency-key': key }
  const sent = { method: call.method.toUpperCase(), path: call.path, headers, body: JSON.stringify(body) }
  const began = performance.now()
  const answer = await insist(client, sent)
  const isReplay = answer?.headers['idempotency-replayed'] === 'true'
  const seen: Answer | null = answer && { status: answer.status, told: null, isReplay, isAmidFaults: log.amidFaults }
  record.calls.push({ operation, began, ended: answer ? performance.now() : Number.POSITIVE_INFINITY, answer: seen })
  if (answer && answer.status < 300) log.acknowledged.push({ sent, text: answer.text })
  if (answer && answer.status >= 400) log.refusedKeys.push(key)
  return answer
}

/** Does what is wished, in two steps where it takes a signature. */
export async function perform(client: Client, wish: Wish): Promise<void> {
  const { act } = wish
  if (act === null) return read(client)
  const who = client.people.get(act.by)
  if (!who) throw new Error(`${act.by} is not there.`)
  const call = callFor(client, wish)
  const proof = act.do === 'prove' ? (call.body as { url: string }).url : (wish.proof?.url ?? null)
  const operation = { do: 'act', act, proof, isFirstStep: false } as const
  if (!call.signed) {
    await step(client, operation, who, call, call.body)
    return
  }
  const prepared = await step(client, { ...operation, isFirstStep: true }, who, call, call.body)
  if (prepared?.status !== 200) return
  const { nonce, message } = prepared.body
  const signature = await who.account.signMessage({ message })
  await step(client, operation, who, call, { nonce, signature })
}

/** One person does so many things, one after the other. */
export async function live(client: Client, by: Person, acts: number): Promise<void> {
  const { record, random, people } = client
  const address = people.get(by)?.address ?? ''
  for (let done = 0; done < acts; done += 1) {
    const isMission = record.names.kind === 'mission'
    await perform(client, isMission ? wishOnMission(random, by, address, record.seen) : wishOnChallenge(random, by))
  }
}
