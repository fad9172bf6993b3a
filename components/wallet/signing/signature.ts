import { ApiError } from '@/client/src/errors'
import type { PreparedText } from '@/client/src/signed'
import { faultWords } from '@/components/forms/fault-words'
import { createStore } from '@/components/ui/store'
import { connectedSigner, type Signer } from '@/components/wallet/connection/connection'
import { signatureForm, walletFault, walletWords } from '@/components/wallet/connection/wallet-fault'
import { ANSWER_TIMEOUT_MS, askActor, keepLapse } from '@/components/wallet/session'
import {
  closeSheet,
  lastRecorded,
  openSheet,
  type Sheet,
  type SignatureFlow,
  type SignatureSettings,
  type SignatureView,
  type Unsigned,
} from '@/components/wallet/sheets/sheets'
import type { SignatureJob } from '@/components/wallet/signing/job'
import { COUNTS_IN, reduce, type SignatureEvent } from '@/components/wallet/signing/phases'
import { isTemporary } from '@/components/wallet/signing/unconfirmed'
import { NONCE_TTL_MS } from '@/lib/contract/limits'

const WALLET_WORDS_CHARS_MAX = 200
/** The second press of a double click must not ask the wallet twice. */
const REOPEN_AFTER_MS = 800
const CANCELLED: SignatureEvent = { on: 'cancelled' }

/**
 * Runs one signature through its steps. Resolves as soon as it is recorded; the sheet may stay open to show the result.
 * @throws ApiError what the service refused for good, once the reader has closed the sheet.
 */
export function runSignature<T>(
  job: SignatureJob<T>,
  settings: SignatureSettings,
): Promise<{ readonly result: T } | Unsigned | 'elsewhere'> {
  return new Promise((resolve, reject) => {
    const view = createStore<SignatureView>({ text: null, endsAt: 0, phase: { at: 'preparing' } })
    const left = new AbortController()
    let signature: string | null = null
    let attempt = 0
    let openedAt = Number.NEGATIVE_INFINITY
    let stoppedBy: unknown = null
    let ending: ReturnType<typeof setTimeout> | undefined

    const send = (event: SignatureEvent, change: Partial<SignatureView> = {}) => {
      if (left.signal.aborted) return
      const now = view.get()
      const phase = reduce(now.phase, event)
      // A signature that the wallet gave may be recorded.
      const isCancelled = job.cancelled?.aborted && signature === null
      view.set({ ...now, ...change, phase: isCancelled ? reduce(phase, CANCELLED) : phase })
    }
    const cancel = () => send(CANCELLED)
    const leave = (how: Unsigned = 'left') => {
      const { phase } = view.get()
      // It may be recorded already. Until the answer comes or is given up, nobody can say that nothing was sent.
      if (phase.at === 'recording') return
      if (phase.at === 'signed-out' && how === 'left') keepLapse()
      if (phase.at === 'recorded') lastRecorded.set(phase.outcome)
      left.abort()
      unwatch()
      closeSheet(sheet)
      if (phase.at === 'stopped' && stoppedBy !== null) reject(stoppedBy)
      else resolve(how)
    }
    /** Tells that the text has expired as soon as it has, unless its signature is on its way: that may be recorded. */
    function watchEnd(): void {
      clearTimeout(ending)
      const { text, endsAt } = view.get()
      if (!text) return
      if (Date.now() < endsAt) ending = setTimeout(watchEnd, endsAt - Date.now())
      else if (signature === null) send({ on: 'expired' })
    }
    const inTime = () => AbortSignal.any([left.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)])
    const isTheirs = () => connectedSigner.get()?.address === settings.address

    async function refused(fault: unknown, step: 'prepare' | 'record', mine: number): Promise<void> {
      if (left.signal.aborted) return
      const event = await refusal(fault, step, settings.isSignIn)
      if (mine !== attempt) return
      stoppedBy = fault
      send(event)
    }

    async function prepare(): Promise<void> {
      attempt += 1
      const mine = attempt
      signature = null
      openedAt = Number.NEGATIVE_INFINITY
      send({ on: 'prepare' }, { text: null, endsAt: 0 })
      // The time is measured from here, because this browser's clock may be wrong by more than the text's lifetime. The service
      // counts from when it has the request: never earlier.
      const latest = Date.now() + NONCE_TTL_MS
      try {
        const text = await job.prepare(inTime())
        if (mine !== attempt) return
        const { endsAt = latest } = text
        send({ on: isTheirs() ? 'text' : 'account-lost' }, { text, endsAt })
        watchEnd()
      } catch (fault) {
        await refused(fault, 'prepare', mine)
      }
    }

    function open(): void {
      const { text, endsAt } = view.get()
      const signer = connectedSigner.get()
      if (!text || performance.now() - openedAt < REOPEN_AFTER_MS) return
      // The wallet is asked for one signature only. The one that it gave is sent again.
      if (signature !== null) void record()
      else if (!signer || signer.address !== settings.address) send({ on: 'account-lost' })
      else if (Date.now() >= endsAt) send({ on: 'expired' })
      else ask(signer, text)
    }

    function ask(signer: Signer, text: PreparedText): void {
      // This call comes first, so that it runs in the task of the tap.
      const answer = signer.sign(text.message)
      attempt += 1
      openedAt = performance.now()
      const mine = attempt
      send({ on: 'open' })
      answer.then(
        (given) => onSigned(text, given),
        (fault) => {
          if (mine !== attempt) return
          openedAt = Number.NEGATIVE_INFINITY
          send(walletRefusal(fault))
        },
      )
    }

    function onSigned(text: PreparedText, given: unknown): void {
      // The wallet may be asked twice for one text. The first signature counts; one for an earlier text does not.
      if (left.signal.aborted || signature !== null || view.get().text !== text) return
      const form = signatureForm(given)
      if (form === 'key') {
        signature = String(given)
        // Confirmed in the wallet as the account was switched: sent once they agree, as the sheet says.
        if (isTheirs()) void record()
      } else if (form === 'smart-account') send({ on: 'smart-account' })
      else send({ on: 'not-signed', message: 'The wallet gave no signature that can be read.' })
    }

    async function record(): Promise<void> {
      const { text, phase } = view.get()
      if (!text || signature === null || phase.at === 'recording') return
      send({ on: 'signed' })
      try {
        const result = await job.record({ nonce: text.nonce, signature }, inTime())
        if (left.signal.aborted) return
        unwatch()
        resolve({ result })
        if (settings.isSignIn) closeSheet(sheet)
        else send({ on: 'recorded', outcome: job.recorded(result) })
      } catch (fault) {
        await refused(fault, 'record', attempt)
      }
    }

    function elsewhere(): void {
      unwatch()
      resolve('elsewhere')
      send({ on: 'recorded-elsewhere', outcome: { words: 'You signed it in another browser, and it is recorded.' } })
    }

    function onBack(): void {
      const { phase, text } = view.get()
      if (phase.at !== 'other-account') return
      if (!text) void prepare()
      else if (signature !== null) void record()
      else {
        send({ on: 'account-back' })
        watchEnd()
      }
    }

    function onSwitched(): void {
      const { phase } = view.get()
      if (isTheirs()) onBack()
      else if (settings.isSignIn && COUNTS_IN['account-lost'].includes(phase.at)) leave('switched')
      // A signature that the wallet gave can be sent whichever account it shows now: only the session counts.
      else if (signature === null || phase.at === 'signed-out') send({ on: 'account-lost' })
    }

    const unfollow = connectedSigner.subscribe(onSwitched)
    // Timers stand still while a phone sleeps.
    document.addEventListener('visibilitychange', watchEnd)
    job.cancelled?.addEventListener('abort', cancel)
    function unwatch(): void {
      unfollow()
      clearTimeout(ending)
      document.removeEventListener('visibilitychange', watchEnd)
      job.cancelled?.removeEventListener('abort', cancel)
    }
    const flow: SignatureFlow = {
      ...settings,
      title: job.title,
      view,
      prepare: () => void prepare(),
      open,
      record: () => void record(),
      elsewhere: job.isPortable ? elsewhere : null,
      leave,
    }
    const sheet: Sheet = { kind: 'signature', flow }
    openSheet(sheet)
    void prepare()
  })
}

/** What the reader does after a lost answer. */
const AGAIN = {
  prepare: 'Prepare it again.',
  record: 'It may or may not have been recorded. Try again: it is recorded once.',
} as const

/** The event for an error of the service. */
async function refusal(fault: unknown, step: 'prepare' | 'record', isSignIn: boolean): Promise<SignatureEvent> {
  if (!(fault instanceof ApiError)) throw fault
  if (fault.code === 'expired' && step === 'record') return { on: 'expired' }
  if (fault.code === 'unauthenticated' && !isSignIn && !(await askActor())) return { on: 'signed-out' }
  // After a temporary error the same signature can be sent again. A signature of the wrong wallet needs a new text.
  if (isTemporary(fault))
    return { on: 'refused', message: faultWords(fault, isSignIn ? 'Try again.' : AGAIN[step]), again: step }
  if (isSignIn || fault.status === 401) return { on: 'refused', message: fault.message, again: 'prepare' }
  return { on: 'stopped', message: fault.message }
}

/** The event for an error of the wallet. */
function walletRefusal(fault: unknown): SignatureEvent {
  const kind = walletFault(fault)
  if (kind !== 'failed') return { on: kind }
  const words = walletWords(fault).split('\n')[0]?.slice(0, WALLET_WORDS_CHARS_MAX)
  return { on: 'not-signed', message: `The wallet could not sign. ${words}`.trim() }
}
