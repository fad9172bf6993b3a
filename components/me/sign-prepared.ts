import { ApiError } from '@/client/src/errors'
import { type PreparedText, type SignedText, signedSteps } from '@/client/src/signed'
import { readVerdict } from '@/components/wallet/signing/said'
import { requireSame } from '@/components/wallet/signing/same-content'
import { loadWallet } from '@/components/wallet/wallet'
import { type RequestOptions, request } from '@/lib/api/request'
import { verifyDecision } from '@/lib/challenges/contract'
import { reviewProof } from '@/lib/missions/contract'
import { prepareVerification, recordVerification } from '@/lib/projects/verification-contract'
import { quoted } from '@/lib/text/quoted'
import type { PreparedView } from '@/lib/turns/schemas'
import { contentHashIn, lineOf } from '@/lib/verify/line-of'

/** The content of a text, used to prepare it again after it has expired. */
interface Verdict {
  readonly verdict: string | null
  readonly words: string | undefined
}

interface Operation {
  /** The title of the sheet. */
  readonly title: string
  prepare(id: string, verdict: Verdict, how: RequestOptions): Promise<unknown>
  submit(id: string, body: SignedText, how: RequestOptions): Promise<unknown>
}

const OPERATIONS: Readonly<Record<PreparedView['operationId'], Operation>> = {
  verifyDecision: {
    title: 'Your verdict on the decision',
    prepare: (id, { verdict, words: explanation }, how) =>
      request(
        verifyDecision,
        { params: { id }, body: verifyDecision.steps.prepare.parse({ verdict, explanation }) },
        how,
      ),
    submit: (id, body, how) => request(verifyDecision, { params: { id }, body }, how),
  },
  reviewProof: {
    title: 'Your verdict on the proof',
    prepare: (id, { verdict, words: reason }, how) =>
      request(reviewProof, { params: { id }, body: reviewProof.steps.prepare.parse({ verdict, reason }) }, how),
    submit: (id, body, how) => request(reviewProof, { params: { id }, body }, how),
  },
  recordVerification: {
    title: 'Your decision on the mission',
    prepare: (id, { verdict, words: reason }, how) =>
      request(prepareVerification, { params: { id }, body: prepareVerification.body.parse({ verdict, reason }) }, how),
    submit: (id, body, how) => request(recordVerification, { params: { id }, body }, how),
  },
}

/**
 * Asks the wallet to sign a text that was prepared earlier, here or in another browser. An expired text is prepared again
 * with the same words, and offered only if it is still about the same content.
 * @param endsAt when it expires, by this browser's clock.
 * @returns why the service refused it; null if it did not.
 */
export async function signPrepared(text: PreparedView, endsAt: number): Promise<string | null> {
  const { operationId, id, message, title, href } = text
  const operation = OPERATIONS[operationId]
  const verdict = { verdict: lineOf(message, 'Verdict'), words: readVerdict(message)?.words }
  const { prepare, submit } = signedSteps(
    operationId,
    (key, signal) => operation.prepare(id, verdict, { key, signal }),
    (signed, key, signal) => operation.submit(id, signed, { key, signal }),
  )
  let stored: (PreparedText & { readonly endsAt: number }) | null = { ...text, endsAt }
  const wallet = await loadWallet()
  try {
    await wallet.requestSignature({
      title: operation.title,
      async prepare(signal) {
        const first = stored
        stored = null
        return first ?? requireSame(await prepare(signal), contentHashIn(message))
      },
      record: submit,
      recorded: () => ({ words: `Your signed verdict on ${quoted(title)} is recorded.`, href }),
    })
    return null
  } catch (fault) {
    if (fault instanceof ApiError) return fault.message
    throw fault
  }
}
