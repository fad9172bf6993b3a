import { expect } from 'vitest'
import type { Json, Reply } from '@/tests/support/client'
import { effort } from '@/tests/support/effort'
import type { World } from '@/tests/support/world'

/** How often each race is run: a multiple of ten. A change of what is locked asks for `npm run test:long`. */
export const ROUNDS = effort({ usual: 10, long: 200 })

/** Rounds that run side by side: enough to keep both processes busy, few enough that each round is a real race. */
const SIDE_BY_SIDE = 5

/** Runs a round so many times, a few at once. */
export async function rounds<Result>(run: (round: number) => Promise<Result>, count = ROUNDS): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < count; start += SIDE_BY_SIDE) {
    const batch = Array.from({ length: Math.min(SIDE_BY_SIDE, count - start) }, (_, place) => run(start + place))
    results.push(...(await Promise.all(batch)))
  }
  return results
}

/** Rounds that are no race: in them each order is certain, and so are the outcomes that a test wants to have seen. */
const CERTAIN_ROUNDS = 2

/** Lets the calls run at once; in the first rounds each waits for the one before. @returns their answers, in their order. */
export async function raced<Result>(round: number, calls: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  if (round >= CERTAIN_ROUNDS) return Promise.all(calls.map((call) => call()))
  const results: Result[] = []
  for (const call of calls) results.push(await call())
  return results
}

/** The list begun at another place, so that over the rounds each stands first equally often. */
export const turned = <T>(list: readonly T[], round: number): T[] => {
  const first = round % list.length
  return [...list.slice(first), ...list.slice(0, first)]
}

/** The statuses of answers, lowest first. */
export const statuses = (replies: readonly Reply[]) => replies.map((reply) => reply.status).sort((a, b) => a - b)

/** One wins with 201 and everyone else is told 409. @returns the winner. */
export function expectOneWinner(replies: readonly Reply[]): Reply {
  expect(statuses(replies), replies.map((reply) => reply.text.slice(0, 200)).join('\n')).toEqual([
    201,
    ...replies.slice(1).map(() => 409),
  ])
  for (const reply of replies.filter(({ status }) => status === 409)) expect(reply.body.error.code).toBe('conflict')
  const winner = replies.find((reply) => reply.status === 201)
  if (!winner) throw new Error('Nobody won.')
  return winner
}

/** One worked, and everyone else was given the same answer again. @returns the answer. */
export function expectOneAndReplays(replies: readonly Reply[]): Json {
  expect(statuses(replies), replies.map((reply) => reply.text.slice(0, 200)).join('\n')).toEqual([
    ...replies.slice(1).map(() => 200),
    201,
  ])
  for (const reply of replies) {
    expect(reply.headers.get('idempotency-replayed')).toBe(reply.status === 200 ? 'true' : null)
    expect(reply.text).toBe(replies[0]?.text)
  }
  return replies[0]?.body
}

/** The first row of a look into the database. */
export async function look(world: World, text: string, values: readonly unknown[] = []): Promise<Json> {
  const { rows } = await world.sql.query(text, [...values])
  return rows[0]
}

/** A record's history as it must be: no gap, no double, each event chained to the one before. */
export async function expectWholeHistory(world: World, recordId: string, kinds: readonly string[]): Promise<void> {
  const { rows } = await world.sql.query(
    `SELECT seq, kind, "prevHash", hash FROM "HistoryEvent" WHERE "recordId" = $1 ORDER BY seq`,
    [recordId],
  )
  expect(rows.map((row) => row.kind)).toEqual(kinds)
  rows.forEach((row, place) => {
    expect(row.prevHash).toBe(place === 0 ? null : rows[place - 1].hash)
    expect(row.seq - rows[0].seq).toBe(place)
  })
}
