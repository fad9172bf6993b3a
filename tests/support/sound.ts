import pg from 'pg'
import { checkHistory } from '@/lib/verify/check-history'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import { type Json, send } from '@/tests/support/client'

// Whether a database, and the service on it, tell what must hold whatever happened to them. Nothing here needs vitest.

/** Asks over a connection of its own. */
export async function rows(url: string, text: string, values: readonly unknown[] = []): Promise<Json[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Each asks for what must not be there, by an id. */
const UNSOUND: Readonly<Record<string, string>> = {
  'a record does not end with the event that it says': `SELECT r.id FROM
    (SELECT id, "historySeq", "historyHead" FROM "Mission" UNION ALL SELECT id, "historySeq", "historyHead" FROM "Challenge") r
    LEFT JOIN "HistoryEvent" h ON h."recordId" = r.id AND h.seq = r."historySeq" WHERE h.hash IS DISTINCT FROM r."historyHead"`,
  'an event does not follow the one before': `SELECT h."recordId" AS id FROM "HistoryEvent" h LEFT JOIN "HistoryEvent" b
    ON b."recordId" = h."recordId" AND b.seq = h.seq - 1 WHERE h."prevHash" IS DISTINCT FROM b.hash`,
  'an event is told to be earlier than the one before': `SELECT h."recordId" AS id FROM "HistoryEvent" h JOIN "HistoryEvent" b
    ON b."recordId" = h."recordId" AND b.seq = h.seq - 1 WHERE h.at < b.at`,
  'a record is not dated by its last event': `SELECT r.id FROM
    (SELECT id, "historySeq", "updatedAt" FROM "Mission" UNION ALL SELECT id, "historySeq", "updatedAt" FROM "Challenge") r
    JOIN "HistoryEvent" h ON h."recordId" = r.id AND h.seq = r."historySeq" WHERE h.at <> r."updatedAt"`,
  'a mission has no milestone': `SELECT id FROM "Mission" m WHERE NOT EXISTS (SELECT 1 FROM "Milestone" s WHERE s."missionId" = m.id)`,
  'a record is not found by its words': `SELECT id FROM (SELECT id FROM "Mission" UNION ALL SELECT id FROM "Challenge") r
    WHERE NOT EXISTS (SELECT 1 FROM "SearchText" t WHERE t.id = r.id)`,
  'an event is not told once': `SELECT h."recordId" AS id FROM "HistoryEvent" h
    JOIN (SELECT id FROM "Mission" UNION ALL SELECT id FROM "Challenge") r ON r.id = h."recordId" LEFT JOIN
    (SELECT "recordId", seq FROM "EventLog" UNION ALL SELECT "recordId", seq FROM "EventQueue") e USING ("recordId", seq)
    GROUP BY h."recordId", h.seq HAVING count(e.seq) <> 1`,
  'what nobody can judge any more waits, or what waits cannot be judged': `SELECT d.id FROM "Decision" d JOIN "Challenge" c ON c.id = d."challengeId"
    WHERE d.status = 'submitted' AND d.closed <> (c.state IN ('CONVERTED_TO_MISSION', 'CANCELLED') OR c."hiddenAt" IS NOT NULL)
    UNION ALL SELECT p.id FROM "Proof" p JOIN "Mission" m ON m.id = p."missionId"
    WHERE p.status = 'submitted' AND p.closed <> (m.state IN ('COMPLETED', 'FAILED', 'ABANDONED') OR m."hiddenAt" IS NOT NULL)`,
  'a record was sent back and is not listed, or is listed and was not': `SELECT coalesce(b."recordId", r.id) AS id FROM "SentBack" b FULL JOIN
    (SELECT x.id, (SELECT v.id FROM "SignedVerdict" v WHERE v.verdict <> 'approve' AND v.id =
        (SELECT max(w.id::text)::uuid FROM "SignedVerdict" w WHERE w."subjectId" = ANY (x.subjects))) AS verdict FROM
      (SELECT m.id, ARRAY(SELECT p.id FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL) AS subjects
        FROM "Mission" m WHERE m.state = 'CHANGES_REQUESTED' AND m."hiddenAt" IS NULL UNION ALL
      SELECT c.id, ARRAY(SELECT max(d.id::text)::uuid FROM "Decision" d WHERE d."challengeId" = c.id) FROM "Challenge" c
        WHERE c.state = 'AWAITING_DECISION' AND c."hiddenAt" IS NULL) x) r ON r.id = b."recordId"
    WHERE b."verdictId" IS DISTINCT FROM r.verdict`,
  'a wallet owes Seeds': `SELECT wallet AS id FROM "SeedEntry" GROUP BY wallet HAVING sum(amount) < 0`,
  'a balance is not what the entries come to': `SELECT coalesce(b.wallet, e.wallet) AS id FROM "SeedBalance" b FULL JOIN
    (SELECT wallet, sum(amount) AS balance, count(*) AS entries FROM "SeedEntry" GROUP BY wallet) e ON e.wallet = b.wallet
    WHERE (b.balance, b.entries) IS DISTINCT FROM (e.balance, e.entries)`,
}

/** What is wrong in a database: a line each, none where all of it holds. */
export async function unsoundIn(url: string): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, text] of Object.entries(UNSOUND))
    wrong.push(...(await rows(url, text)).map(({ id }) => `${what}: ${id}`))
  return wrong
}

/** The receipts of a database of which the service tells something that does not verify: a line each. */
export async function unsoundReceipts(base: string, url: string): Promise<string[]> {
  const wrong: string[] = []
  for (const { id } of await rows(url, 'SELECT id FROM "Receipt" ORDER BY id')) {
    const { receipt } = (await send(base, 'GET', `/api/v1/receipts/${id}`)).body
    const { history } = (await send(base, 'GET', `/api/v1/missions/${receipt.missionId}`)).body.mission
    const findings = [...(await checkReceipt(receipt, { mission: history })), checkHistory('Mission', history)]
    if (!allHold(findings)) wrong.push(`receipt ${id}: ${findings.map(({ because }) => because).join(' ')}`)
  }
  return wrong
}
