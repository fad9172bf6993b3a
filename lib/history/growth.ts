import { z } from 'zod'
import { db } from '@/lib/db/db'
import { raw, sql } from '@/lib/db/sql'

// How a record's events are drawn (components/vine). The drawing shows nothing that is not in the history.

/** How many of the newest events get a letter. Earlier ones are only counted. */
const EVENTS_TOLD = 60

/**
 * A record's growth: a letter for each event, oldest first. `l` is drawn as a leaf, `f` as a flower (something was verified
 * and still is), `t` as a bare tip (it was refused).
 */
export interface Growth {
  readonly letters: string
  /** How many events came before them. */
  readonly earlier: number
}

/** SQL for the letter of the event `h`; texts are constants. A proof that no longer verifies its milestone is a leaf. */
const LETTER = `CASE WHEN h.kind = 'decision-verified' THEN 'f'
    WHEN h.kind = 'proof-reviewed' AND EXISTS (SELECT 1 FROM "Milestone" s
      WHERE s."missionId" = h."recordId" AND s."verifiedProofId"::text = h.data->>'proofId') THEN 'f'
    WHEN h.kind IN ('decision-rejected', 'verification-withdrawn') THEN 't'
    WHEN h.kind = 'proof-reviewed' AND h.data->>'status' <> 'verified' THEN 't' ELSE 'l' END`

/** SQL for the letters of a record. @param r trusted alias of its row, or of one with its `id` and `historySeq`. */
export const growthLetters = (r: string) => `(SELECT coalesce(string_agg(${LETTER}, '' ORDER BY h.seq), '')
    FROM "HistoryEvent" h WHERE h."recordId" = ${r}.id AND h.seq > ${r}."historySeq" - ${EVENTS_TOLD})`

/** A row with its growth. */
export interface Grown {
  readonly growth: string
  readonly historySeq: number
}

export const growthOf = ({ growth, historySeq }: Grown): Growth => ({
  letters: growth,
  earlier: historySeq - growth.length,
})

const GrowthRow = z.object({ id: z.string(), growth: z.string(), historySeq: z.int() })

/** Growths by record id. */
export type Growths = ReadonlyMap<string, Growth>

/** The growths of challenges and missions, in one statement. */
export async function findGrowths(records: readonly { readonly id: string }[]): Promise<Growths> {
  if (records.length === 0) return new Map()
  const ids = records.map(({ id }) => id)
  const rows = await db.query(
    sql`SELECT r.id, r."historySeq", ${raw(growthLetters('r'))} AS growth
      FROM (SELECT id, "historySeq" FROM "Challenge" WHERE id = ANY(${ids}::uuid[])
        UNION ALL SELECT id, "historySeq" FROM "Mission" WHERE id = ANY(${ids}::uuid[])) r`,
    GrowthRow,
  )
  return new Map(rows.map((row) => [row.id, growthOf(row)]))
}

/** The growth of one record. */
export async function findGrowth(id: string): Promise<Growth> {
  return (await findGrowths([{ id }])).get(id) ?? { letters: '', earlier: 0 }
}
