import type pg from 'pg'
import { chainEvent } from '@/lib/history/chain'

const AT_ONCE = 500

/**
 * Appends events to a record's history straight in the database, each chained to the one before as the service does it.
 * @param words how many characters of text each event holds.
 */
export async function lengthenHistory(
  sql: Pick<pg.Pool, 'query'>,
  table: 'Challenge' | 'Mission',
  id: string,
  count: number,
  words: number,
): Promise<void> {
  const { rows } = await sql.query(`SELECT "historySeq", "historyHead", owner FROM "${table}" WHERE id = $1`, [id])
  let head: { historySeq: number; historyHead: string } = rows[0]
  for (let left = count; left > 0; left -= AT_ONCE) {
    const events = Array.from({ length: Math.min(left, AT_ONCE) }, () => {
      const data = { reason: `Event after ${head.historySeq}. `.padEnd(words, 'word ') }
      const event = chainEvent(head, { kind: 'milestone-set', actor: rows[0].owner, data }, new Date())
      head = { historySeq: event.seq, historyHead: event.hash }
      return { ...event, recordId: id }
    })
    await sql.query(
      `INSERT INTO "HistoryEvent" ("recordId", seq, kind, actor, at, "from", "to", data, "prevHash", hash)
       SELECT e."recordId", e.seq, e.kind, e.actor, e.at, e."from", e."to", e.data, e."prevHash", e.hash
       FROM jsonb_to_recordset($1::jsonb) AS e("recordId" uuid, seq int, kind text, actor text, at timestamptz, "from" text,
         "to" text, data jsonb, "prevHash" text, hash text)`,
      [JSON.stringify(events)],
    )
  }
  await sql.query(`UPDATE "${table}" SET "historySeq" = $2, "historyHead" = $3 WHERE id = $1`, [
    id,
    head.historySeq,
    head.historyHead,
  ])
}
