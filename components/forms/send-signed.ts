import type { z } from 'zod'
import type { NoActor, Outcome, PreparedText } from '@/components/wallet/signing/job'
import { loadWallet } from '@/components/wallet/wallet'
import { type RequestInput, type RequestOptions, request } from '@/lib/api/client'
import type { Endpoint } from '@/lib/contract/endpoint'

function isPrepared(answer: unknown): answer is PreparedText {
  return typeof answer === 'object' && answer !== null && 'signatureRequired' in answer
}

/**
 * Both steps of a signed write with the wallet in between. Each text has a key of its own: a key replays its answer.
 * @param how `path` of the second step, where it has one of its own; `headers` of both.
 */
export async function sendSigned<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  title: string,
  done: (answer: z.output<E['returns']>) => Outcome,
  { path, headers }: Pick<RequestOptions, 'path' | 'headers'> = {},
): Promise<{ readonly result: z.output<E['returns']> } | NoActor> {
  const keys = new Map<string, string>()
  const keyOf = (nonce: string) => {
    const key = keys.get(nonce) ?? crypto.randomUUID()
    keys.set(nonce, key)
    return key
  }
  const wallet = await loadWallet()
  return wallet.requestSignature({
    title,
    async prepare(signal) {
      const answer: unknown = await request(endpoint, input, { signal, headers })
      if (!isPrepared(answer)) throw new Error(`${endpoint.operationId} prepared no text to sign.`)
      return answer
    },
    record: (signed, signal) =>
      request(endpoint, { ...input, body: signed }, { signal, path, headers, key: keyOf(signed.nonce) }),
    recorded: done,
  })
}
