import { beforeAll, expect, test } from 'vitest'
import { newReading, readLine } from '@/lib/export/check-line'
import { erasedText } from '@/lib/text/erased'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { serviceEnvironment } from '@/tests/support/environment'
import { appended, makeReceiptFile, type ReceiptFile } from '@/tests/support/receipt-file'
import { mission, NO_CHECK, proof } from '@/tests/support/records'

// Strangers write the files that are checked, as large as they are taken. A check reads each part of a file a few times, and not
// once for each other part: otherwise a file of ten megabytes keeps a reader waiting for good.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const [FEW, MANY] = [20, 200]

let original: ReceiptFile
beforeAll(async () => {
  original = await makeReceiptFile({ joined: -1 })
})

/** The value, and how often a property of it or of anything in it was read. */
function counting<Value extends object>(value: Value) {
  const counted = { value, reads: 0 }
  const seen = new WeakMap<object, object>()
  const watched = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name, receiver) {
        counted.reads += 1
        const found: unknown = Reflect.get(target, name, receiver)
        if (typeof found !== 'object' || found === null) return found
        const again = seen.get(found) ?? watched(found)
        seen.set(found, again)
        return again
      },
    })
  counted.value = watched(value)
  return counted
}

const readsOfFile = async (file: ReceiptFile): Promise<number> => {
  const counted = counting(file)
  await checkReceipt(counted.value.receipt, counted.value.history)
  return counted.reads
}

/** It grows with the file, and not faster: in ten times the parts there is ten times as much to read. */
async function expectLinear(readsOf: (count: number) => Promise<number>): Promise<void> {
  const [few, many] = [await readsOf(FEW), await readsOf(MANY)]
  expect(many).toBeLessThan(((MANY * 1.2) / FEW) * few)
}

const times = <Part>(count: number, part: (id: string, at: number) => Part): Part[] =>
  Array.from({ length: count }, (_, at) => part(`0198a000-0000-7000-8000-${String(at).padStart(12, '0')}`, at))

type Receipt = ReceiptFile['receipt']

/** A receipt with so many milestones that are called verified, and as many proofs and approvals of other milestones. */
function widened(count: number, message?: string): ReceiptFile {
  const { receipt, history } = structuredClone(original)
  const [milestone, shown, review] = [receipt.terms.milestones[0], receipt.evidence[1], receipt.verifierDecisions[1]]
  if (!milestone || !shown || !review) return expect.fail('There is a verified milestone.')
  receipt.terms.milestones = times(count, (id, at) => ({ ...milestone, id, position: at + 1 }))
  receipt.evidence = times(count, (proofId) => ({ ...shown, proofId }))
  const said = { ...review, signature: '0x', message: message ?? review.message }
  receipt.verifierDecisions = times(count, (proofId) => ({ ...said, proofId }))
  return { receipt, history }
}

test.each<[string, (file: ReceiptFile, count: number) => unknown]>([
  ['milestones, proofs and approvals', () => undefined],
  [
    'approvals that name the milestone of another proof',
    ({ receipt }) => {
      for (const [at, review] of receipt.verifierDecisions.entries())
        review.message = review.message.replace(/^Milestone: .*$/m, `Milestone: ${receipt.terms.milestones[at]?.id}`)
    },
  ],
  [
    'reviews of one proof with many files',
    ({ receipt }, count) => {
      const [shown] = receipt.evidence
      if (!shown) return
      shown.files = times(count, (id) => ({ ...(shown.files[0] ?? expect.fail()), id }))
      shown.fileSums = times(count, (id) => id.replaceAll('-', '').repeat(2))
      for (const review of receipt.verifierDecisions) review.proofId = shown.proofId
    },
  ],
  [
    'payments and their events',
    ({ receipt, history }, count) => {
      receipt.payments = times(count, (id) => paymentOf(receipt, id))
      for (const { id: paymentId, chainId, txHash } of receipt.payments)
        history.mission = appended(history.mission, 'payment-recorded', {
          ...{ paymentId, chainId, txHash, receiptId: receipt.id },
        })
    },
  ],
])('however many %s there are', async (_what, change) => {
  await expectLinear((count) => {
    const file = widened(count)
    change(file, count)
    return readsOfFile(file)
  })
})

const paymentOf = ({ terms, issuedAt }: Receipt, id: string): Receipt['payments'][number] => ({
  ...{ id, chainId: '8453', txHash: `0x${'ab'.repeat(32)}`, recordedBy: terms.owner, recordedAt: issuedAt },
  check: { ...NO_CHECK, paysContributor: null },
})

test('however much of it reads as erased', async () => {
  await expectLinear((count) => {
    const file = widened(count, erasedText('Law 7'))
    for (const shown of file.receipt.evidence) shown.note = erasedText('Law 7')
    return readsOfFile(file)
  })
})

test('however many decisions and reviews a mission of an export has', async () => {
  const [, review] = original.receipt.verifierDecisions
  if (!review) return expect.fail('There is a review.')
  const { proofId: _proof, ...said } = { ...review, signature: '0x' }
  await expectLinear(async (count) => {
    const { eligibleVerifiers: _moment, ...shown } = mission('SEED', {
      history: times(count, (decisionId) => appended([], 'project-verification', { decisionId })).flat(),
      proofs: [{ ...proof, reviews: times(count, () => said) }],
    })
    const parts = { commitments: [], funding: [], evidence: [] }
    const decisions = times(count, (id) => ({ id, verification: said })).toReversed()
    const counted = counting({ type: 'mission' as const, mission: shown, decisions, ...parts })
    await readLine(newReading(), counted.value)
    return counted.reads
  })
})
