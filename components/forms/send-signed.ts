import type { z } from 'zod'
import { signedSteps } from '@/client/src/signed'
import type { NoAnswer, Outcome, Queue } from '@/components/wallet/signing/job'
import { requireSame } from '@/components/wallet/signing/same-content'
import { loadWallet } from '@/components/wallet/wallet'
import { type RequestInput, type RequestOptions, request } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'
import { contentHashIn } from '@/lib/verify/line-of'

/** The SHA-256 of what a signer was shown; null if they were shown nothing. */
export type ShownHash = () => string | null | Promise<string | null>

interface How extends Pick<RequestOptions, 'path' | 'headers'> {
  /**
   * The SHA-256 of the content that the signer was shown: a text about any other is not signed. Null if they are shown none
   * before the sheet. Then it is that of the sheet's first text, also when a later text takes the place of an expired one.
   */
  readonly shownHash: ShownHash
  /** Whether another browser of the same wallet may sign it instead. */
  readonly isPortable?: boolean
  readonly queue?: Queue
  /** Aborts when the agent that asks for it has cancelled its call. */
  readonly cancelled?: AbortSignal
}

/**
 * Runs both steps of a signed write; the wallet signs in between. Each text has its own key: a key replays its response.
 * @param how `path` of the second step, if it has its own; `headers` of both.
 * @throws ApiError 409 if the text is about other content than the one shown.
 */
export async function sendSigned<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  title: string,
  done: (answer: z.output<E['returns']>) => Outcome,
  { path, headers, shownHash, isPortable, queue, cancelled }: How,
): Promise<{ readonly result: z.output<E['returns']> } | NoAnswer> {
  const { prepare, submit } = signedSteps(
    endpoint.operationId,
    (key, signal) => request(endpoint, input, { signal, key, headers }),
    (body, key, signal) => request(endpoint, { ...input, body }, { signal, path, key, headers }),
  )
  const [wallet, before] = await Promise.all([loadWallet(), shownHash()])
  let shown = before
  return wallet.requestSignature({
    title,
    async prepare(signal) {
      const text = await prepare(signal)
      shown ??= contentHashIn(text.message)
      return requireSame(text, shown)
    },
    record: submit,
    recorded: done,
    isPortable,
    queue,
    cancelled,
  })
}
