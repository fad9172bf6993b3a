import type { z } from 'zod'
import { signedSteps } from '@/client/src/signed'
import type { NoActor, Outcome } from '@/components/wallet/signing/job'
import { loadWallet } from '@/components/wallet/wallet'
import { type RequestInput, request } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'

/**
 * Both steps of a signed write with the wallet in between. Each text has a key of its own: a key replays its answer.
 * @param path of the second step, where it has one of its own.
 */
export async function sendSigned<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  title: string,
  done: (answer: z.output<E['returns']>) => Outcome,
  path?: string,
): Promise<{ readonly result: z.output<E['returns']> } | NoActor> {
  const { prepare, submit } = signedSteps(
    endpoint.operationId,
    (key, signal) => request(endpoint, input, { signal, key }),
    (body, key, signal) => request(endpoint, { ...input, body }, { signal, path, key }),
  )
  const wallet = await loadWallet()
  return wallet.requestSignature({ title, prepare, record: submit, recorded: done })
}
