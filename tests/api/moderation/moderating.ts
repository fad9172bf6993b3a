import { expect } from 'vitest'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { look } from '@/tests/support/race'
import { created } from '@/tests/support/story'
import type { World } from '@/tests/support/world'

// What the tests of moderation share.

type Moderate = (moderator: Actor, recordType: string, recordId: string, reason?: string) => Promise<Reply>

const moderate =
  (action: 'hide' | 'restore', usual: string): Moderate =>
  (moderator, recordType, recordId, reason = usual) =>
    moderator.post('/api/moderation', { recordType, recordId, action, reason })

export const hide = moderate('hide', 'It leads to malware.')
export const restore = moderate('restore', 'It was harmless.')

/** The same, and it worked. @returns what the moderator is shown. */
export const done = async (reply: Promise<Reply>): Promise<Json> => (await created(reply)).moderation

/** A wallet's balance, by the API and by a sum that Postgres makes of the table itself; both must be this. */
export async function expectLedger(world: World, wallet: string, sum: number): Promise<Json[]> {
  const { rows } = await world.sql.query(
    `SELECT count(*)::int AS lines, coalesce(sum(amount), 0)::int AS sum FROM "SeedEntry" WHERE wallet = $1`,
    [wallet],
  )
  const { body } = await world.get(`/api/v1/rewards/wallet/${wallet}?limit=100`)
  const shown = body.entries.reduce((total: number, entry: Json) => total + entry.amount, 0)
  expect({ balance: body.balance, shown, lines: body.entries.length, stored: rows[0] }).toEqual({
    balance: sum,
    shown: sum,
    lines: rows[0].lines,
    stored: { lines: rows[0].lines, sum },
  })
  return body.entries
}

/** The newest event of a record's history, also of a hidden one. */
export const lastEvent = (world: World, recordId: string): Promise<Json> =>
  look(world, `SELECT * FROM "HistoryEvent" WHERE "recordId" = $1 ORDER BY seq DESC LIMIT 1`, [recordId])

/** The kinds of a record's events from one on, oldest first, with the states that they move between. */
export async function eventsOf(world: World, recordId: string): Promise<string[]> {
  const { rows } = await world.sql.query(
    `SELECT concat_ws(' ', kind, "from", "to") AS told FROM "HistoryEvent" WHERE "recordId" = $1 ORDER BY seq`,
    [recordId],
  )
  return rows.map(({ told }) => told)
}
