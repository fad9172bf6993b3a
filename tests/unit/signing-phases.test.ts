import { describe, expect, test } from 'vitest'
import { errorOf } from '@/client/src/errors'
import {
  COUNTS_IN,
  type EventName,
  type PhaseName,
  reduce,
  type SignatureEvent,
  type SignaturePhase,
} from '@/components/wallet/signing/phases'
import { isTemporary } from '@/components/wallet/signing/unconfirmed'

const PHASES: Readonly<Record<PhaseName, SignaturePhase>> = {
  preparing: { at: 'preparing' },
  prepared: { at: 'prepared', declined: false },
  waiting: { at: 'waiting', askedAlready: false },
  recording: { at: 'recording' },
  recorded: { at: 'recorded', outcome: { words: 'It is recorded.' } },
  expired: { at: 'expired' },
  'smart-account': { at: 'smart-account' },
  'other-account': { at: 'other-account' },
  'signed-out': { at: 'signed-out' },
  failed: { at: 'failed', message: 'It failed.', again: 'record' },
  stopped: { at: 'stopped', message: 'It has changed.' },
}

/** Each event with where it leads from everywhere that it counts. */
const EVENTS: Readonly<Record<EventName, { readonly event: SignatureEvent; readonly to: SignaturePhase }>> = {
  prepare: { event: { on: 'prepare' }, to: { at: 'preparing' } },
  text: { event: { on: 'text' }, to: { at: 'prepared', declined: false } },
  open: { event: { on: 'open' }, to: { at: 'waiting', askedAlready: false } },
  declined: { event: { on: 'declined' }, to: { at: 'prepared', declined: true } },
  'asked-already': { event: { on: 'asked-already' }, to: { at: 'waiting', askedAlready: true } },
  'not-signed': {
    event: { on: 'not-signed', message: 'Locked.' },
    to: { at: 'failed', message: 'Locked.', again: 'open' },
  },
  'smart-account': { event: { on: 'smart-account' }, to: { at: 'smart-account' } },
  signed: { event: { on: 'signed' }, to: { at: 'recording' } },
  recorded: {
    event: { on: 'recorded', outcome: { words: 'Signed.', href: '/' } },
    to: { at: 'recorded', outcome: { words: 'Signed.', href: '/' } },
  },
  'recorded-elsewhere': {
    event: { on: 'recorded-elsewhere', outcome: { words: 'Signed.' } },
    to: { at: 'recorded', outcome: { words: 'Signed.' } },
  },
  refused: {
    event: { on: 'refused', message: 'No.', again: 'prepare' },
    to: { at: 'failed', message: 'No.', again: 'prepare' },
  },
  stopped: { event: { on: 'stopped', message: 'No more.' }, to: { at: 'stopped', message: 'No more.' } },
  cancelled: {
    event: { on: 'cancelled' },
    to: { at: 'stopped', message: 'Your agent no longer asks for this, and nothing more is sent.' },
  },
  'signed-out': { event: { on: 'signed-out' }, to: { at: 'signed-out' } },
  expired: { event: { on: 'expired' }, to: { at: 'expired' } },
  'account-lost': { event: { on: 'account-lost' }, to: { at: 'other-account' } },
  'account-back': { event: { on: 'account-back' }, to: { at: 'prepared', declined: false } },
}

/** Which events count where, written down a second time: what each phase lets in. */
const LETS_IN: Readonly<Record<PhaseName, readonly EventName[]>> = {
  preparing: ['prepare', 'text', 'refused', 'stopped', 'signed-out', 'cancelled', 'account-lost'],
  prepared: [
    'recorded-elsewhere',
    'open',
    'declined',
    'asked-already',
    'not-signed',
    'smart-account',
    'signed',
    'expired',
    'cancelled',
    'account-lost',
  ],
  waiting: [
    'recorded-elsewhere',
    'open',
    'declined',
    'asked-already',
    'not-signed',
    'smart-account',
    'signed',
    'expired',
    'account-lost',
  ],
  recording: ['recorded', 'refused', 'stopped', 'signed-out', 'expired'],
  recorded: [],
  expired: ['cancelled', 'recorded-elsewhere', 'prepare', 'smart-account', 'signed', 'account-lost'],
  'smart-account': ['cancelled', 'recorded-elsewhere', 'smart-account', 'signed', 'account-lost'],
  'other-account': [
    'recorded-elsewhere',
    'prepare',
    'text',
    'declined',
    'asked-already',
    'not-signed',
    'smart-account',
    'signed',
    'refused',
    'stopped',
    'signed-out',
    'cancelled',
    'account-lost',
    'account-back',
  ],
  'signed-out': ['cancelled', 'account-lost'],
  stopped: [],
  failed: ['cancelled', 'recorded-elsewhere', 'prepare', 'open', 'smart-account', 'signed', 'expired', 'account-lost'],
}

describe('every event in every phase', () => {
  for (const [at, phase] of Object.entries(PHASES)) {
    for (const [on, { event, to }] of Object.entries(EVENTS)) {
      const counts = LETS_IN[phase.at].includes(event.on)
      test(`${on} while ${at} ${counts ? `leads to ${to.at}` : 'changes nothing'}`, () => {
        const next = reduce(phase, event)
        if (counts) expect(next).toEqual(to)
        else expect(next).toBe(phase)
      })
    }
  }
})

test('the table names each phase once for an event', () => {
  for (const phases of Object.values(COUNTS_IN)) expect(new Set(phases).size).toBe(phases.length)
})

const walk = (...events: SignatureEvent[]) => events.reduce(reduce, PHASES.preparing).at

test('what is recorded stays recorded, whatever the wallet does afterwards', () => {
  const signed: readonly SignatureEvent[] = [
    { on: 'text' },
    { on: 'open' },
    { on: 'signed' },
    { on: 'recorded', outcome: { words: 'Signed.' } },
  ]
  for (const { event } of Object.values(EVENTS)) expect(walk(...signed, event)).toBe('recorded')
})

test('a signature on its way is not taken back by a switched account or a second answer of the wallet', () => {
  for (const late of ['account-lost', 'declined', 'asked-already', 'smart-account'] as const) {
    expect(walk({ on: 'text' }, { on: 'open' }, { on: 'signed' }, { on: late })).toBe('recording')
  }
})

test('an account that comes back finds the text where it was', () => {
  expect(walk({ on: 'text' }, { on: 'open' }, { on: 'account-lost' }, { on: 'account-back' })).toBe('prepared')
})

test('after an answer that is not the service’s own the same signature is sent again, and is not taken for refused', () => {
  const temporary = (status: number) => isTemporary(errorOf(status, new Headers(), null))
  expect([200, 408, 429, 500, 502].map(temporary)).toEqual([true, true, true, true, true])
  expect([401, 403, 404, 413].map(temporary)).toEqual([false, false, false, false])
})
