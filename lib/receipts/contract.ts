import { z } from 'zod'
import { read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { PAYMENTS_MAX } from '@/lib/contract/limits'
import { COMPLETED } from '@/lib/missions/example'
import { MissionView } from '@/lib/missions/schemas'
import { CompleteMission, ReceiptQuery, ReceiptSummary, ReceiptView, RecordPayment } from '@/lib/receipts/schemas'

export const listReceipts = read({
  operationId: 'listReceipts',
  path: '/api/v1/receipts',
  tag: 'Receipts and Seeds',
  access: 'public',
  summary: 'List receipts, newest first.',
  description: 'In a line each; the whole of one, with all that is checked in it, is read by its id.',
  query: ReceiptQuery,
  returns: z.object({ receipts: z.array(ReceiptSummary), nextCursor: NextCursor }),
})

export const getReceipt = read({
  operationId: 'getReceipt',
  path: '/api/v1/receipts/{id}',
  tag: 'Receipts and Seeds',
  access: 'public',
  summary: 'Read a permanent receipt.',
  description: 'Its JSON alone suffices to check every hash and signature in it.',
  returns: z.object({ receipt: ReceiptView }),
})

export const completeMission = write({
  operationId: 'completeMission',
  path: '/api/v1/missions/{id}/complete',
  tag: 'Missions',
  access: 'owner',
  summary: 'Record the final outcome; a permanent receipt is issued.',
  description: '`completed` only after every required milestone is verified.',
  body: CompleteMission,
  creates: { field: 'receipt', path: getReceipt.path },
  returns: z.object({ mission: MissionView, receipt: ReceiptView }),
  example: { outcome: 'completed', statement: 'The guide is live and helps.' },
  makes: COMPLETED,
})

export const recordPayment = write({
  operationId: 'recordPayment',
  path: '/api/v1/missions/{id}/payment',
  tag: 'Missions',
  access: 'owner',
  summary: 'Record a direct payment on the receipt.',
  description: `On a receipt that names a contributor, whatever the outcome: by the owner, or by the sponsor, who is the sender of the bounty transaction as its automatic check found it. A transaction stands once on a receipt, which holds ${PAYMENTS_MAX} payments at most. The service holds and sends no funds.`,
  body: RecordPayment,
  returns: z.object({ receipt: ReceiptView }),
  example: { chainId: '8453', txHash: `0x${'ab'.repeat(32)}` },
})
