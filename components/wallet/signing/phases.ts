import type { Outcome } from '@/components/wallet/signing/job'

// One signature as a state machine: what may follow what, and nothing that reaches out of it. What is asked of the
// wallet and of the service stands in signature.ts.

/** Where a signature stands. `prepared`, `waiting` and `recorded` are the three steps that people see. */
export type SignaturePhase =
  | { readonly at: 'preparing' }
  | { readonly at: 'prepared'; readonly declined: boolean }
  | { readonly at: 'waiting'; readonly askedAlready: boolean }
  | { readonly at: 'recording' }
  | { readonly at: 'recorded'; readonly outcome: Outcome }
  | { readonly at: 'expired' }
  | { readonly at: 'smart-account' }
  | { readonly at: 'other-account' }
  | { readonly at: 'signed-out' }
  | { readonly at: 'failed'; readonly message: string; readonly again: Retry }

/** What to do again after a failure. */
export type Retry = 'prepare' | 'open' | 'record'

export type SignatureEvent =
  /** The service is asked for a text. */
  | { readonly on: 'prepare' }
  /** The text is here, and the account that must sign is connected. */
  | { readonly on: 'text' }
  | { readonly on: 'open' }
  /** The wallet's answers. */
  | { readonly on: 'declined' | 'asked-already' | 'smart-account' }
  | { readonly on: 'not-signed'; readonly message: string }
  /** A signature of a key is sent to the service. */
  | { readonly on: 'signed' }
  /** The service's answers. */
  | { readonly on: 'recorded'; readonly outcome: Outcome }
  | { readonly on: 'recorded-elsewhere'; readonly outcome: Outcome }
  | { readonly on: 'refused'; readonly message: string; readonly again: Retry }
  | { readonly on: 'signed-out' }
  /** The text has run out, by this browser's clock or by the service's. */
  | { readonly on: 'expired' }
  | { readonly on: 'account-lost' }
  /** The wallet shows the right account again, and there is a text. */
  | { readonly on: 'account-back' }

export type PhaseName = SignaturePhase['at']
export type EventName = SignatureEvent['on']

const ASKED = ['prepared', 'waiting', 'other-account'] as const
// The wallet may have been asked twice: a signature counts also when the second was answered in another way.
const STILL_SIGNS = [...ASKED, 'expired', 'smart-account', 'failed'] as const
const SERVICE_WORKS = ['preparing', 'other-account', 'recording'] as const

/** The phases in which an event counts. In any other it changes nothing. */
export const COUNTS_IN: Readonly<Record<EventName, readonly PhaseName[]>> = {
  prepare: ['preparing', 'other-account', 'expired', 'failed'],
  text: ['preparing', 'other-account'],
  open: ['prepared', 'waiting', 'failed'],
  declined: ASKED,
  'asked-already': ASKED,
  'not-signed': ASKED,
  'smart-account': STILL_SIGNS,
  signed: STILL_SIGNS,
  recorded: ['recording'],
  'recorded-elsewhere': STILL_SIGNS,
  refused: SERVICE_WORKS,
  'signed-out': SERVICE_WORKS,
  expired: ['prepared', 'waiting', 'failed', 'recording'],
  'account-lost': [
    'preparing',
    'prepared',
    'waiting',
    'expired',
    'smart-account',
    'other-account',
    'signed-out',
    'failed',
  ],
  'account-back': ['other-account'],
}

/** The phase after an event; the same one where the event does not count. */
export function reduce(phase: SignaturePhase, event: SignatureEvent): SignaturePhase {
  return COUNTS_IN[event.on].includes(phase.at) ? phaseAfter(event) : phase
}

function phaseAfter(event: SignatureEvent): SignaturePhase {
  switch (event.on) {
    case 'prepare':
      return { at: 'preparing' }
    case 'text':
    case 'account-back':
      return { at: 'prepared', declined: false }
    case 'declined':
      return { at: 'prepared', declined: true }
    case 'open':
      return { at: 'waiting', askedAlready: false }
    case 'asked-already':
      return { at: 'waiting', askedAlready: true }
    case 'signed':
      return { at: 'recording' }
    case 'recorded':
    case 'recorded-elsewhere':
      return { at: 'recorded', outcome: event.outcome }
    case 'refused':
      return { at: 'failed', message: event.message, again: event.again }
    case 'not-signed':
      return { at: 'failed', message: event.message, again: 'open' }
    case 'account-lost':
      return { at: 'other-account' }
    case 'expired':
    case 'smart-account':
    case 'signed-out':
      return { at: event.on }
  }
}
