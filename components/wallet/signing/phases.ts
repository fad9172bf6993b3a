import type { Outcome } from '@/components/wallet/signing/job'

// The state machine of one signature, without side effects. The calls to the wallet and to the service are in signature.ts.

/** The phase of a signature. `prepared`, `waiting` and `recorded` are the three visible steps. */
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
  /** The service refused for good, or nobody asks for it any more: the reader can only close the sheet. */
  | { readonly at: 'stopped'; readonly message: string }

/** The step to retry after a failure. */
export type Retry = 'prepare' | 'open' | 'record'

export type SignatureEvent =
  /** A text is requested from the service. */
  | { readonly on: 'prepare' }
  /** The text has arrived, and the account that must sign is connected. */
  | { readonly on: 'text' }
  | { readonly on: 'open' }
  /** The wallet's responses. */
  | { readonly on: 'declined' | 'asked-already' | 'smart-account' }
  | { readonly on: 'not-signed'; readonly message: string }
  /** A key's signature is sent to the service. */
  | { readonly on: 'signed' }
  /** The service's responses. */
  | { readonly on: 'recorded'; readonly outcome: Outcome }
  | { readonly on: 'recorded-elsewhere'; readonly outcome: Outcome }
  | { readonly on: 'refused'; readonly message: string; readonly again: Retry }
  | { readonly on: 'stopped'; readonly message: string }
  | { readonly on: 'signed-out' }
  /** The agent that asked for it has cancelled its call. */
  | { readonly on: 'cancelled' }
  /** The text has expired, by this browser's clock or by the service's. */
  | { readonly on: 'expired' }
  | { readonly on: 'account-lost' }
  /** The right account is connected again, and there is a text. */
  | { readonly on: 'account-back' }

export type PhaseName = SignaturePhase['at']
export type EventName = SignatureEvent['on']

const ASKED = ['prepared', 'waiting', 'other-account'] as const
// The wallet may have been asked twice. The first signature counts even if the second request ended differently.
const STILL_SIGNS = [...ASKED, 'expired', 'smart-account', 'failed'] as const
const SERVICE_WORKS = ['preparing', 'other-account', 'recording'] as const

/** The phases in which an event counts. In any other phase it is ignored. */
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
  stopped: SERVICE_WORKS,
  // What the wallet was asked for it may sign.
  cancelled: ['preparing', 'prepared', 'expired', 'smart-account', 'other-account', 'signed-out', 'failed'],
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

/** The phase after an event; unchanged if the event does not count. */
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
    case 'stopped':
      return { at: 'stopped', message: event.message }
    case 'cancelled':
      return { at: 'stopped', message: 'Your agent no longer asks for this, and nothing more is sent.' }
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
