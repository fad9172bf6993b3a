'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '@/client/src/errors'
import { type ChosenParams, checkBody, type FieldErrors } from '@/components/forms/check-body'
import { faultWords } from '@/components/forms/fault-words'
import { createIntents } from '@/components/forms/intents'
import { type ShownHash, sendSigned } from '@/components/forms/send-signed'
import { usePressed } from '@/components/forms/use-pressed'
import { askActor } from '@/components/wallet/session'
import type { NoAnswer, Outcome } from '@/components/wallet/signing/job'
import { loadWallet } from '@/components/wallet/wallet'
import { type RequestInput, request, type Trial, tryRequest } from '@/lib/api/request'
import type { Endpoint } from '@/lib/contract/endpoint'

export type Answer<E extends Endpoint> = z.output<E['returns']>

export interface WriteState {
  readonly busy: boolean
  /** Error messages by the field's path: `title`, `milestones.0.title`. */
  readonly fieldErrors: FieldErrors
  /** An error of the whole request. */
  readonly fault: string | null
  /** Whether it was refused because the record, or what this wallet may do, is no longer as the page shows it. */
  readonly isStale: boolean
  /** Why nothing was sent although there was no error. */
  readonly note: string | null
  readonly outcome: Outcome | null
}

export interface Write<E extends Endpoint> extends WriteState {
  /** Sends the request, with sign-in and signature as needed. @returns the response, or null when nothing was recorded. */
  submit(input: RequestInput<E>): Promise<Answer<E> | null>
  /** Sends a dry run; nothing is stored. @returns the response that the write would get, or null when it would be refused. */
  tryOut(input: RequestInput<E>): Promise<Trial | null>
  /** Resets the state for the next record. */
  reset(): void
}

interface Settings<E extends Endpoint> {
  /** The success message, and a link to the result. */
  readonly done: (answer: Answer<E>) => Outcome
  /** The title of the signature sheet, for a signed endpoint. */
  readonly title?: string
  /** The path of the second step of a signed action, if it has its own. */
  readonly signPath?: string
  /** The field that a refusal concerns when the service names none, e.g. a signature that does not match. */
  readonly fieldOf?: (fault: ApiError) => string | null
  /** The fields by which the reader chooses the record: while one of them is not chosen, nothing is sent. */
  readonly chosenParams?: ChosenParams
  /** The key of the draft that is sent: the idempotency key is kept beside it, so that a reload repeats it. */
  readonly draft?: string
  /** The response is of use for minutes only: each press has a key of its own, and is not answered as an earlier one was. */
  readonly growsOld?: true
  /** Called when another browser of the same wallet signed it and it was recorded. */
  readonly elsewhere?: () => void
  /**
   * `stays` if a page refresh would remove the result together with its record. `left` if the outcome leads to another page: until
   * that is there, a reload finds the draft again, and what is sent once more is answered as before.
   */
  readonly page?: 'stays' | 'left'
}

/** `shownHash`, for a signed action only: the SHA-256 of what the page shows of it. A text about anything else is not signed. */
export type WriteSettings<E extends Endpoint> = Settings<E> &
  (E extends { steps: object } ? { readonly shownHash: ShownHash } : { readonly shownHash?: undefined })

export const IDLE: WriteState = { busy: false, fieldErrors: {}, fault: null, isStale: false, note: null, outcome: null }

/** After a dry run whose answer was lost. */
const TRY_AGAIN = 'Nothing was recorded. Try again.'

/** Why there is no response, in words. */
export const NOTES: Readonly<Record<NoAnswer, string>> = {
  left: 'Nothing was sent. What you typed is kept.',
  over: 'Your session is over, so nothing was sent. What you typed is kept: press again to sign in and send it.',
  other: 'You are signed in as another wallet now, so nothing was sent. Look at it again and send it as that wallet.',
  elsewhere: 'You signed it in another browser, and it is recorded.',
  unknown:
    'Your signature was sent and its answer was lost, so it may be recorded. This page is read again: look here before you send it once more. What you typed is kept.',
}

/**
 * A write from an island: one request in flight, one idempotency key per intent (a retry after a lost response repeats the
 * key, so there is one record), sign-in when needed, and state for every error that can be shown.
 * @example
 * const claim = useWrite(claimMission, { done: () => ({ words: 'The mission is yours.' }) })
 * claim.submit({ params: { id } })
 */
export function useWrite<const E extends Endpoint>(endpoint: E, settings: WriteSettings<E>): Write<E> {
  const router = useRouter()
  const [state, setState] = useState(IDLE)
  const flight = usePressed<Promise<Answer<E> | null>>(state)
  const latest = useRef(settings)
  latest.current = settings
  const [keys] = useState(() => createIntents(() => latest.current.draft))

  /** Sends a request that passes the contract; otherwise, or when it is refused, sets the errors. */
  const attempt = useCallback(
    async <T>(
      input: RequestInput<E>,
      go: () => Promise<Sent<T>>,
      again?: string,
    ): Promise<{ readonly result: T } | null> => {
      const fieldErrors = checkBody(endpoint, input, latest.current.chosenParams)
      if (Object.keys(fieldErrors).length > 0) {
        setState({ ...IDLE, fieldErrors })
        return null
      }
      setState({ ...IDLE, busy: true })
      try {
        const sent = await go()
        if (typeof sent !== 'string') return sent
        if (sent === 'elsewhere') {
          latest.current.elsewhere?.()
          setState({ ...IDLE, outcome: { words: NOTES.elsewhere } })
          router.refresh()
        } else {
          setState({ ...IDLE, note: NOTES[sent] })
          if (sent === 'unknown') router.refresh()
        }
      } catch (fault) {
        const refusal = refused(fault, latest.current.fieldOf, again)
        setState({ ...IDLE, ...refusal })
        if (refusal.isStale) router.refresh()
      }
      return null
    },
    [endpoint, router],
  )

  const send = useCallback(
    async (input: RequestInput<E>): Promise<Answer<E> | null> => {
      const { done, title = endpoint.summary, signPath: path, shownHash, page, growsOld } = latest.current
      const key = () => (growsOld ? crypto.randomUUID() : keys.keyOf(input))
      const sent = await attempt(input, () =>
        shownHash
          ? sendSigned(endpoint, input, title, done, { path, shownHash, isPortable: true })
          : sendAsActor(() => request(endpoint, input, { key: key() })),
      )
      if (sent === null) return null
      if (page !== 'left') keys.done()
      setState({ ...IDLE, outcome: done(sent.result) })
      if (page !== 'stays') router.refresh()
      return sent.result
    },
    [attempt, endpoint, keys, router],
  )

  const sendTrial = useCallback(
    async (input: RequestInput<E>): Promise<Trial | null> => {
      const tried = await attempt(input, () => sendAsActor(() => tryRequest(endpoint, input)), TRY_AGAIN)
      if (tried === null) return null
      // A new state, with which the press is over (`usePressed`).
      setState({ ...IDLE })
      return tried.result
    },
    [attempt, endpoint],
  )

  const tryOut = useCallback(
    async (input: RequestInput<E>): Promise<Trial | null> => {
      if (flight.current) return null
      const trial = sendTrial(input)
      // Enter sends a form whose button is busy. Of two requests the one that ends last would tell how both did.
      flight.current = trial.then(() => null)
      return trial
    },
    [sendTrial, flight],
  )

  const submit = useCallback(
    (input: RequestInput<E>) => {
      // The second press of a double click gets the response of the first one.
      flight.current ??= send(input)
      return flight.current
    },
    [send, flight],
  )
  const reset = useCallback(() => setState(IDLE), [])
  return { ...state, submit, tryOut, reset }
}

/** The result of sending: a response, or why nothing was sent. */
type Sent<T> = { readonly result: T } | NoAnswer

/** Sends a plain write. If the session has ended meanwhile, it opens a new one and sends the same request once more. */
export async function sendAsActor<T>(send: () => Promise<T>): Promise<Sent<T>> {
  const wallet = await loadWallet()
  const actor = await wallet.requireActor()
  if (typeof actor === 'string') return actor
  try {
    return { result: await send() }
  } catch (fault) {
    // If the session is still valid, the 401 was for a refused signature.
    if (!(fault instanceof ApiError && fault.status === 401) || (await askActor())) throw fault
    const again = await wallet.requireActor()
    if (typeof again === 'string') return again
    return again.address === actor.address ? { result: await send() } : 'other'
  }
}

/** @param again what the reader does if the answer was lost. */
export function refused(
  fault: unknown,
  fieldOf?: (fault: ApiError) => string | null,
  again?: string,
): Partial<WriteState> {
  if (!(fault instanceof ApiError)) {
    console.error(fault)
    return {
      fault:
        'The wallet part could not be loaded, and nothing was sent. Check your connection and try again, or load the page again: what you typed is kept.',
    }
  }
  const field = fault.field ?? fieldOf?.(fault)
  if (field) return { fieldErrors: { [field]: fault.message } }
  return { fault: faultWords(fault, again), isStale: STALE.has(fault.status) }
}

/** Somebody else was first, or the record is hidden or gone. */
const STALE: ReadonlySet<number> = new Set([403, 404, 409, 410])
