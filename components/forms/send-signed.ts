import type { z } from 'zod'
import { signedSteps } from '@/client/src/signed'
import type { NoAnswer, Outcome } from '@/components/wallet/signing/job'
import { requireSame } from '@/components/wallet/signing/same-content'
import { loadWallet } from '@/components/wallet/wallet'
import { type RequestInput, type RequestOptions, request } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'

interface How extends Pick<RequestOptions, 'path' | 'headers'> {
  /** The SHA-256 of the content that the signer was shown, if the page shows it. */
  readonly shownHash?: () => string | Promise<string>
  /** Whether another browser of the same wallet may sign it instead. */
  readonly isPortable?: boolean
}

/**
 * Runs both steps of a signed write; the wallet signs in between. Each text has its own key: a key replays its response.
 * @param how `path` of the second step, if it has its own; `headers` of both.
 */
export async function sendSigned<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  title: string,
  done: (answer: z.output<E['returns']>) => Outcome,
  { path, headers, shownHash, isPortable }: How = {},
): Promise<{ readonly result: z.output<E['returns']> } | NoAnswer> {
  const { prepare, submit } = signedSteps(
    endpoint.operationId,
    (key, signal) => request(endpoint, input, { signal, key, headers }),
    (body, key, signal) => request(endpoint, { ...input, body }, { signal, path, key, headers }),
  )
  const [wallet, shown] = await Promise.all([loadWallet(), shownHash?.()])
  return wallet.requestSignature({
    title,
    prepare: async (signal) => requireSame(await prepare(signal), shown),
    record: submit,
    recorded: done,
    isPortable,
  })
}
