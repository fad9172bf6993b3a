import { namedBy, paymentCheckJson } from '@/lib/chain/check-json'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { missionJson } from '@/lib/missions/views'

const paymentsJson = `(SELECT coalesce(json_agg(json_build_object('id', y.id, 'chainId', y."chainId", 'txHash', y."txHash",
    'recordedBy', y."recordedBy", 'recordedAt', ${iso('y."recordedAt"')}, 'check', ${paymentCheckJson(namedBy('y'))})
    ORDER BY y.id), '[]') FROM "Payment" y WHERE y."receiptId" = r.id)`

/** The receipt's stored text, never rebuilt, with `payments` appended. */
export const receiptText = `left(r.body, -1) || ',"payments":' || ${paymentsJson}::text || '}'`

/** The response body `{"receipt": …}` of a write, as a scalar sub-select. */
export const showReceipt = (id: string): Sql =>
  sql`(SELECT '{"receipt":' || ${raw(receiptText)} || '}' FROM "Receipt" r WHERE r.id = ${id}::uuid)`

/** The response body `{"<name>": …, "receipt": …}` of an outcome, with the receipt as stored. */
export const showsWithReceipt =
  (name: string, view: string) =>
  (id: string): Sql =>
    sql`(SELECT ${raw(`'{"${name}":' || ${view}::text || ',"receipt":' || ${receiptText}`)} || '}'
      FROM "Mission" m JOIN "Receipt" r ON r."missionId" = m.id WHERE m.id = ${id}::uuid)`

export const showMissionAndReceipt = showsWithReceipt('mission', missionJson)
