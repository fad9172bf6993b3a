import { z } from 'zod'
import { checkSoon } from '@/lib/chain/check-soon'
import { requestCheck } from '@/lib/chain/queue'
import type { RecordCommand } from '@/lib/context'
import { PAYMENTS_MAX } from '@/lib/contract/limits'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { lockMission, MISSION } from '@/lib/missions/load'
import { paymentRecorded } from '@/lib/notifications/notices'
import type { RecordPayment } from '@/lib/receipts/schemas'
import { showReceipt } from '@/lib/receipts/views'
import { recordChange } from '@/lib/records/record-change'

const PaymentRow = z.object({ receiptId: z.string().nullable(), sponsor: z.string().nullable(), payments: z.int() })

/**
 * Records a direct payment on a receipt that names a contributor, for any outcome, because partial work may be paid too. The
 * caller is the owner, or the sponsor: the sender that the automatic check of the bounty found. The service moves no funds.
 */
export const recordPayment: RecordCommand<typeof RecordPayment> = async (ctx, { params, body }) => {
  // Sent together: the count runs after the lock, so no concurrent payment can change it.
  const [mission, facts] = await Promise.all([
    lockMission(ctx, params.id),
    findOne(
      ctx.tx,
      sql`SELECT r.id AS "receiptId", k.sender AS sponsor,
          (SELECT count(*)::int FROM "Payment" y WHERE y."receiptId" = r.id) AS payments
        FROM "Mission" m LEFT JOIN "Receipt" r ON r."missionId" = m.id
        LEFT JOIN "TransactionCheck" k ON k."recordId" = m.id AND k.status = 'confirmed'
        WHERE m.id = ${params.id}::uuid`,
      PaymentRow,
    ),
  ])
  const { wallet } = ctx.caller
  if (wallet !== mission.owner && wallet !== facts?.sponsor)
    throw forbidden('Only the owner or the sponsor of the bounty may record a payment.')
  if (!facts?.receiptId) throw conflict('A payment is recorded on a receipt. This mission has none before it ends.')
  if (!mission.contributorWallet) throw conflict('This receipt names no contributor, so there is nobody to be paid.')
  if (facts.payments >= PAYMENTS_MAX) throw conflict(`A receipt holds ${PAYMENTS_MAX} payments at most.`)

  const { chainId, txHash } = body
  const paymentId = uuidv7(ctx.at.getTime())
  const named = { recordId: paymentId, chainId, txHash }
  recordChange(ctx, MISSION, mission, null, {
    event: { kind: 'payment-recorded', data: { paymentId, receiptId: facts.receiptId, chainId, txHash } },
    rows: {
      paid: sql`INSERT INTO "Payment" (id, "missionId", "receiptId", "chainId", "txHash", "recordedBy", "recordedAt")
        VALUES (${paymentId}::uuid, ${mission.id}::uuid, ${facts.receiptId}::uuid, ${chainId}, ${txHash}, ${wallet}, ${ctx.at})
        ON CONFLICT ("receiptId", "chainId", "txHash") DO NOTHING RETURNING id`,
      check_requested: requestCheck(named, mission.contributorWallet, ctx.at),
    },
    requires: { paid: 'This transaction is already recorded on this receipt.' },
    notify: paymentRecorded(mission, mission.contributorWallet, facts.receiptId),
  })
  return { show: showReceipt(facts.receiptId), afterCommit: () => checkSoon(named) }
}
