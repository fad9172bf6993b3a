'use client'

import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '@/client/src/errors'
import { pageOf } from '@/components/agent-tools/page-of'
import { faultWords } from '@/components/forms/fault-words'
import { sendSigned } from '@/components/forms/send-signed'
import { IDLE, NOTES, refused, sendAsActor, type WriteState } from '@/components/forms/use-write'
import type { NoAnswer } from '@/components/wallet/signing/job'
import { shownHashIn } from '@/components/wallet/signing/same-content'
import { useWallet } from '@/components/wallet/wallet-store'
import { openAgentRequest, stopAgentRequest } from '@/lib/agent-requests/contract'
import type { OpenedAgentRequest } from '@/lib/agent-requests/schemas'
import { request, type Trial, tryRequest } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'

interface State {
  /** Null while it is loading or if it could not be loaded. */
  readonly asked: OpenedAgentRequest | null
  /** What would be recorded; null while unknown. */
  readonly trial: Trial | null
  /** Why it could not be loaded or would be refused. */
  readonly fault: string | null
  readonly write: WriteState
}

const NOTHING: State = { asked: null, trial: null, fault: null, write: IDLE }
const NOT_REACHED = 'Something unexpected happened. Load the page again.'
const messageOf = (fault: unknown) => (fault instanceof ApiError ? faultWords(fault, 'Try again.') : NOT_REACHED)

/** The request of an agent, its dry run, and the two ways to end it. */
export function useAgentRequest(handle: string) {
  const { session, known } = useWallet()
  const [state, setState] = useState(NOTHING)
  const [key] = useState(() => crypto.randomUUID())
  const wallet = session?.address ?? null

  const open = useCallback(async () => {
    const change = (next: Partial<State>) => setState((now) => ({ ...now, ...next }))
    change({ trial: null, fault: null })
    try {
      const { agentRequest: asked } = await request(openAgentRequest, { body: { handle } })
      change({ asked })
      if (wallet !== null && asked.state === 'waiting') change({ trial: await tryAsked(asked, handle) })
    } catch (fault) {
      change({ fault: messageOf(fault) })
    }
  }, [wallet, handle])

  useEffect(() => {
    if (known) void open()
  }, [known, open])

  const during = async (work: () => Promise<Partial<WriteState>>) => {
    setState((now) => ({ ...now, write: { ...IDLE, busy: true } }))
    const write = await work().catch((fault: unknown) => refused(fault))
    setState((now) => ({ ...now, write: { ...IDLE, ...write } }))
    // Another page may have ended it meanwhile.
    if (!write.outcome && !write.note) await open()
  }

  const finish = (asked: OpenedAgentRequest, shown: Trial) =>
    during(async () => {
      const sent = await finishAsked(asked, shown, handle, key)
      if (typeof sent === 'string') {
        // The service knows whether it was recorded.
        if (sent === 'unknown') await open()
        return { note: NOTES[sent] }
      }
      const href = pageOf(sent.result) ?? undefined
      return { outcome: { words: 'It is recorded, and your agent is told.', href } }
    })

  const stop = ({ id }: OpenedAgentRequest) =>
    during(async () => {
      await request(stopAgentRequest, { params: { id }, body: {} })
      return { outcome: { words: 'It is stopped, and your agent is told. Nothing was recorded.' } }
    })

  return { ...state, again: () => void open(), finish, stop }
}

const Anything = z.record(z.string(), z.unknown())
type Answer = z.infer<typeof Anything>

/** The requested write as an endpoint for the client. The service checks it against the real contract. */
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
 * What would be recorded, from the service's dry run of the same write.
 * @throws ApiError with the refusal that the write would have.
 */
const tryAsked = (asked: OpenedAgentRequest, handle: string): Promise<Trial> =>
  tryRequest(endpointOf(asked), { body: asked.body ?? {} }, headersOf(handle))

/**
 * Finishes the request of an agent with the reader's wallet: a signed action by its signature on the exact text, any other
 * in its session.
 * @param shown the dry run that the reader saw. A text about other content than that of its text is not signed.
 * @param key the idempotency key of this intent. A retry with the same key, after a lost response, gets the first response.
 */
function finishAsked(
  asked: OpenedAgentRequest,
  shown: Trial,
  handle: string,
  key: string,
): Promise<{ readonly result: Answer } | NoAnswer> {
  const endpoint = endpointOf(asked)
  const input = { body: asked.body ?? {} }
  const headers = headersOf(handle)
  if (asked.isSigned)
    return sendSigned(endpoint, input, asked.summary, () => ({ words: 'It is recorded. Your agent is told.' }), {
      headers,
      // Every text of a verifier has the line. One without it is like none, so that none is signed for it.
      shownHash: () => shownHashIn(shown) ?? '',
    })
  return sendAsActor(() => request(endpoint, input, { key, headers }))
}
