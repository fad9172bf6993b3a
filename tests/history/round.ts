import { expect } from 'vitest'
import { pick, type Random } from '@/tests/history/draw'
import { goWrong } from '@/tests/history/faults'
import { findOrder } from '@/tests/history/find-order'
import { type Client, live, perform, type RecordLog, type RoundLog, read } from '@/tests/history/people'
import { explain, type RecordState, sequentialRecord } from '@/tests/history/sequential-record'
import type { Site } from '@/tests/history/site'
import { callOf, type Ids } from '@/tests/model/calls'
import type { Act } from '@/tests/model/resolve'
import { expected } from '@/tests/model/rules'
import { at, emptyWorld, PEOPLE, type Person } from '@/tests/model/state'
import type { Actor } from '@/tests/support/client'
import { randomOf } from '@/tests/support/random'
import { request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import { until } from '@/tests/support/until'

// A round: people at several records, at two instances, while things go wrong; a day passes; again; then everything that
// anybody was told is held against the rules.

const by = 'ada'
const RECORDS: readonly Act[] = [
  { do: 'mission', days: 9, milestones: [true, false], designated: null, earlier: false, by, on: 0 },
  { do: 'mission', days: 1, milestones: [false, false], designated: null, earlier: true, by, on: 0 },
  { do: 'challenge', links: [], closes: 0, decides: 1, earlier: false, by, on: 0 },
  { do: 'challenge', links: ['A', 'B'], closes: 0, decides: 1, earlier: true, by, on: 0 },
]
const PHASES = 3
const ACTS = 5

/** What a round came to. */
export interface Outcome {
  readonly calls: number
  readonly unknown: number
  readonly lost: number
  readonly faults: readonly string[]
  /** What was answered so, how often. */
  readonly answers: ReadonlyMap<string, number>
}

interface Round {
  readonly site: Site
  readonly people: ReadonlyMap<Person, Actor>
  readonly log: RoundLog
  day: number
  count: number
}

/** Publishes a record. @returns its log, and the state that it begins in. */
async function begin(round: Round, act: Act): Promise<{ log: RecordLog; first: RecordState }> {
  const { site, people } = round
  const ids: Ids = { challenges: [], missions: [] }
  const address = (who: Person) => people.get(who)?.address ?? ''
  const fresh = () => (round.count += 1)
  const world = { ...emptyWorld() }
  const call = callOf({ world, ids, address, date: site.date, fresh }, act)
  const answer = await people.get(act.by)?.post(call.path, call.body)
  expect(answer?.status, answer?.text).toBe(201)
  call.note?.(answer?.body)
  expected(world, act).effect?.()
  const kind = act.do === 'mission' ? 'mission' : 'challenge'
  const { id } = at([...ids.missions, ...ids.challenges], 0)
  const names = { kind, address, milestones: ids.missions[0]?.milestones ?? [] } as const
  return { log: { names, id, calls: [], seen: { contributorWallet: null, proofs: [] } }, first: { world, proofs: [] } }
}

/** Everybody does something at every record while things go wrong, until they are done. */
async function phase(
  round: Round,
  clients: readonly { client: Client; by: Person }[],
  random: Random,
): Promise<string[]> {
  const { log, site } = round
  log.amidFaults = true
  let busy = true
  const all = Promise.all(clients.map(({ client, by }) => live(client, by, ACTS))).finally(() => {
    busy = false
  })
  const calls = async (count: number) => {
    const to = log.ended + count
    await until(() => log.ended >= to || !busy, 'calls came to an end')
  }
  const faults: string[] = []
  while (busy) faults.push(await goWrong(site, random, calls))
  await all
  await site.quiet()
  log.amidFaults = false
  return faults
}

/** Every write that was acknowledged is answered the same again, with its key. */
async function replayAll({ site, log }: Round, random: Random): Promise<void> {
  for (const { sent, text } of log.acknowledged.splice(0)) {
    const { base } = pick(random, site.nodes).instance
    await until(async () => {
      const again = await request(base, sent)
      if (again.status === 503) return false
      expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([200, 'true', text])
      return true
    }, 'a replay was answered')
  }
}

/** A day passes, everywhere at once, while nothing is under way; and somebody looks, which moves what time moves. */
async function passDay(round: Round, clients: readonly Client[]): Promise<void> {
  const began = performance.now()
  round.day += 1
  round.site.setDay(round.day)
  const act = { do: 'days', days: 1, by: 'mod', on: 0 } as const
  for (const { record } of clients)
    record.calls.push({
      operation: { do: 'act', act, proof: null, isFirstStep: false },
      began,
      ended: performance.now(),
      answer: { status: 200, told: null, isReplay: false, isAmidFaults: false },
    })
  await lookEverywhere(round, clients)
}

/** What everybody can see at each instance. */
async function lookEverywhere({ site }: Round, clients: readonly Client[]): Promise<void> {
  for (const client of clients)
    for (const { instance } of site.nodes) {
      const before = client.record.calls.length
      await until(async () => {
        await read(client, instance)
        return client.record.calls.length > before
      }, 'it could be read')
    }
}

/** What was earned by a record, as the ledger has it and as the rules say. */
async function expectSeeds({ site }: Round, { id, names }: RecordLog, { world }: RecordState): Promise<void> {
  const column = names.kind === 'mission' ? 'missionId' : 'challengeId'
  const { rows } = await site.cluster.sql.query(
    `SELECT wallet, sum(amount)::int AS sum, count(*)::int AS entries FROM "SeedEntry" WHERE "${column}" = $1 GROUP BY 1 ORDER BY 1`,
    [id],
  )
  const earned = PEOPLE.flatMap((who) => {
    const ours = world.ledger.filter(({ wallet }) => wallet === who)
    const sum = ours.reduce((total, { amount }) => total + amount, 0)
    return ours.length === 0 ? [] : [{ wallet: names.address(who), sum, entries: ours.length }]
  })
  const byWallet = (a: { wallet: string }, b: { wallet: string }) => (a.wallet < b.wallet ? -1 : 1)
  expect(rows.toSorted(byWallet)).toEqual(earned.toSorted(byWallet))
}

/** Nothing is left of what was refused. */
async function expectNoTrace({ site, log }: Round): Promise<void> {
  const { rows } = await site.cluster.sql.query(`SELECT key FROM "IdempotencyKey" WHERE key = ANY($1)`, [
    log.refusedKeys,
  ])
  expect(rows, 'a refused key holds no answer').toEqual([])
}

async function check(round: Round, { log, first }: { log: RecordLog; first: RecordState }): Promise<void> {
  const found = findOrder(sequentialRecord(log.names), first, log.calls)
  if (found.order === null) throw new Error(explain(log.names, found))
  await expectSeeds(round, log, found.last)
}

/** @param staying verifiers and the moderator. @throws Error that tells what nothing explains. */
export async function playRound(site: Site, staying: ReadonlyMap<Person, Actor>, seed: number): Promise<Outcome> {
  const people = new Map(staying)
  const { base, sql } = site.cluster
  for (const who of PEOPLE) if (!people.has(who)) people.set(who, await openSession(base, sql))
  const log: RoundLog = { acknowledged: [], refusedKeys: [], ended: 0, lost: 0, amidFaults: false }
  const round: Round = { site, people, log, day: 0, count: 0 }
  site.setDay(0)
  const records = []
  for (const act of RECORDS) records.push(await begin(round, act))
  const clients = records.flatMap(({ log: record }, place) =>
    PEOPLE.map((by, who) => {
      const of = (part: number) => randomOf(seed * 1_000 + place * 20 + who * 2 + part)
      const fresh = () => (round.count += 1)
      return { by, client: { site, log, record, people, random: of(0), chance: of(1), today: () => round.day, fresh } }
    }),
  )
  const lookers = records.map(
    ({ log: record }) =>
      at(
        clients.filter(({ client }) => client.record === record),
        0,
      ).client,
  )
  const random = randomOf(seed)
  const faults: string[] = []
  for (let done = 0; done < PHASES; done += 1) {
    if (done > 0) await passDay(round, lookers)
    faults.push(...(await phase(round, clients, random)))
    await replayAll(round, random)
  }
  for (const client of lookers) await show(client)
  await lookEverywhere(round, lookers)
  for (const record of records) await check(round, record)
  await expectNoTrace(round)
  const calls = records.flatMap(({ log }) => log.calls)
  return {
    calls: calls.length,
    unknown: calls.filter(({ answer }) => !answer).length,
    lost: log.lost,
    faults,
    answers: tally(records),
  }
}

/** A record that is hidden at the end is shown, so that what became of it can be seen. */
function show(client: Client): Promise<void> {
  const what = client.record.names.kind
  return perform(client, { act: { do: 'restore', what, part: 0, by: 'mod', on: 0 } })
}

function tally(records: readonly { log: RecordLog }[]): Map<string, number> {
  const answers = new Map<string, number>()
  for (const { operation, answer } of records.flatMap(({ log }) => log.calls)) {
    const what =
      operation.do === 'read' ? 'read' : operation.isFirstStep ? `${operation.act.do}, first step` : operation.act.do
    const name = `${what} ${answer?.status ?? 'unknown'}`
    answers.set(name, (answers.get(name) ?? 0) + 1)
  }
  return answers
}
