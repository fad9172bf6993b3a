import { z } from 'zod'
import { sendSigned } from '@/components/forms/send-signed'
import { sendAsActor } from '@/components/forms/use-write'
import type { NoAnswer } from '@/components/wallet/signing/job'
import type { OpenedAgentRequest } from '@/lib/agent-requests/schemas'
import { request, type Trial, tryRequest } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'

const Anything = z.record(z.string(), z.unknown())
type Answer = z.infer<typeof Anything>

/** The write that an agent asks for, as the client wants it; the service holds it against the real contract. */
const endpointOf = ({ operationId, method, path, summary, isSigned }: OpenedAgentRequest) =>
  ({
    kind: isSigned ? 'signed' : 'write',
    operationId,
    method,
    path,
    summary,
    tag: 'Service',
    access: 'wallet',
    returns: Anything,
    status: 201,
    errors: [],
    body: z.looseObject({}),
  }) satisfies Endpoint

const headersOf = (handle: string) => ({ 'agent-request': handle })

/**
 * What would be recorded, told by the service's trial of the very write.
 * @throws ApiError with the refusal that the write would have.
 */
export const tryAsked = (asked: OpenedAgentRequest, handle: string): Promise<Trial> =>
  tryRequest(endpointOf(asked), { body: asked.body ?? {} }, headersOf(handle))

/**
 * Finishes what an agent asks for with the reader's wallet: by its signature on the exact text where the action is a
 * signed one, else in its session.
 * @param key of this intent: the same key again, after a lost answer, is told the first answer.
 */
export function finishAsked(
  asked: OpenedAgentRequest,
  handle: string,
  key: string,
): Promise<{ readonly result: Answer } | NoAnswer> {
  const endpoint = endpointOf(asked)
  const input = { body: asked.body ?? {} }
  const headers = headersOf(handle)
  if (asked.isSigned)
    return sendSigned(endpoint, input, asked.summary, () => ({ words: 'It is recorded. Your agent is told.' }), {
      headers,
    })
  return sendAsActor(() => request(endpoint, input, { key, headers }))
}
