import { createStore, type Store } from '@/components/ui/store'
import { connectedSigner, type Signer } from '@/components/wallet/connection/connection'
import { signatureForm, walletFault } from '@/components/wallet/connection/wallet-fault'
import { askSession } from '@/components/wallet/session'
import { closeSheet, openSheet, type Sheet } from '@/components/wallet/sheets/sheets'
import type { Outcome, PreparedText, SignatureJob } from '@/components/wallet/wallet'
import { ApiError } from '@/lib/api/client'
import { NONCE_TTL_MS } from '@/lib/contract/limits'

const ANSWER_TIMEOUT_MS = 30_000
const WALLET_WORDS_CHARS_MAX = 200
/** The second press of a double click must not ask the wallet twice. */
const REOPEN_AFTER_MS = 800

/** Where a signature stands. The first, `waiting` and `recorded` are the three steps that people see. */
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
  | { readonly at: 'failed'; readonly message: string; readonly again: 'prepare' | 'open' | 'record' }

/** Phases at which it no longer matters what the wallet has connected. */
const SETTLED: ReadonlySet<SignaturePhase['at']> = new Set(['recording', 'recorded'])

export interface SignatureView {
  readonly text: PreparedText | null
  /** When the text runs out, by this browser's clock. */
  readonly endsAt: number
  readonly phase: SignaturePhase
}

/** How a signature ended without a record. `another`: the reader wants another wallet; `switched`: the wallet did. */
export type Unsigned = 'left' | 'another' | 'switched' | 'signed-out'

export interface SignatureSettings {
  /** Who must sign, EIP-55. */
  readonly address: string
  /** A sign-in follows the wallet when its account is switched; any other signature stays with who is signed in. */
  readonly isSignIn: boolean
  /** Said above the text: why it is asked for. */
  readonly lead: string
  /** Whether something else goes on right after: then the last step is not stayed at. */
  readonly goesOn: boolean
}

export interface SignatureFlow extends SignatureSettings {
  readonly title: string
  readonly view: Store<SignatureView>
  prepare(): void
  /** Opens the wallet. To be called in the task of the tap itself. */
  open(): void
  record(): void
  leave(how?: Unsigned): void
}

/** Runs one signature through its steps. Resolves as soon as it is recorded; the sheet may stay open to say so. */
export function runSignature<T>(
  job: SignatureJob<T>,
  settings: SignatureSettings,
): Promise<{ readonly result: T } | Unsigned> {
  return new Promise((resolve) => {
    const view = createStore<SignatureView>({ text: null, endsAt: 0, phase: { at: 'preparing' } })
    const left = new AbortController()
    let signature: string | null = null
    let attempt = 0
    let openedAt = Number.NEGATIVE_INFINITY

    const moveTo = (phase: SignaturePhase) => {
      if (!left.signal.aborted) view.set({ ...view.get(), phase })
    }
    const leave = (how: Unsigned = 'left') => {
      left.abort()
      unwatch()
      closeSheet(sheet)
      resolve(how)
    }
    const inTime = () => AbortSignal.any([left.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)])
    const isTheirs = () => connectedSigner.get()?.address === settings.address

    async function prepare(): Promise<void> {
      attempt += 1
      signature = null
      openedAt = Number.NEGATIVE_INFINITY
      view.set({ text: null, endsAt: 0, phase: { at: 'preparing' } })
      try {
        const text = await job.prepare(inTime())
        if (left.signal.aborted) return
        const phase = isTheirs() ? ({ at: 'prepared', declined: false } as const) : ({ at: 'other-account' } as const)
        // Counted from here by this browser's clock, which may be wrong by more than the text lasts.
        view.set({ text, endsAt: Date.now() + NONCE_TTL_MS, phase })
      } catch (fault) {
        moveTo(await refusedPhase(fault, 'prepare', settings.isSignIn))
      }
    }

    function open(): void {
      const { text, endsAt } = view.get()
      const signer = connectedSigner.get()
      if (!text || signature !== null || performance.now() - openedAt < REOPEN_AFTER_MS) return
      if (!signer || signer.address !== settings.address) moveTo({ at: 'other-account' })
      else if (Date.now() >= endsAt) moveTo({ at: 'expired' })
      else ask(signer, text)
    }

    function ask(signer: Signer, text: PreparedText): void {
      // First of all, in the task of the tap.
      const answer = signer.sign(text.message)
      attempt += 1
      openedAt = performance.now()
      const mine = attempt
      moveTo({ at: 'waiting', askedAlready: false })
      answer.then(
        (given) => onSigned(text, given),
        (fault) => {
          if (mine !== attempt) return
          openedAt = Number.NEGATIVE_INFINITY
          moveTo(unsignedPhase(fault))
        },
      )
    }

    function onSigned(text: PreparedText, given: unknown): void {
      // The wallet may be asked twice for one text: the first signature counts, one of an earlier text does not.
      if (left.signal.aborted || signature !== null || view.get().text !== text) return
      const form = signatureForm(given)
      if (form === 'key') {
        signature = String(given)
        void record()
      } else if (form === 'smart-account') moveTo({ at: 'smart-account' })
      else moveTo({ at: 'failed', message: 'The wallet gave no signature that can be read.', again: 'open' })
    }

    async function record(): Promise<void> {
      const { text } = view.get()
      if (!text || signature === null) return
      moveTo({ at: 'recording' })
      try {
        const result = await job.record({ nonce: text.nonce, signature }, inTime())
        if (left.signal.aborted) return
        unwatch()
        resolve({ result })
        if (settings.goesOn) closeSheet(sheet)
        else moveTo({ at: 'recorded', outcome: job.recorded(result) })
      } catch (fault) {
        moveTo(await refusedPhase(fault, 'record', settings.isSignIn))
      }
    }

    const resume = () => {
      if (view.get().text) moveTo({ at: 'prepared', declined: false })
      else void prepare()
    }

    function onSwitched(): void {
      const { at } = view.get().phase
      if (SETTLED.has(at)) return
      if (isTheirs()) {
        if (at === 'other-account') resume()
      } else if (settings.isSignIn) leave('switched')
      else moveTo({ at: 'other-account' })
    }

    const unwatch = connectedSigner.subscribe(onSwitched)
    const flow: SignatureFlow = {
      ...settings,
      title: job.title,
      view,
      prepare: () => void prepare(),
      open,
      record: () => void record(),
      leave,
    }
    const sheet: Sheet = { kind: 'signature', flow }
    openSheet(sheet)
    void prepare()
  })
}

/** Where a refusal of the service leads. */
async function refusedPhase(fault: unknown, step: 'prepare' | 'record', isSignIn: boolean): Promise<SignaturePhase> {
  if (!(fault instanceof ApiError)) throw fault
  if (fault.code === 'expired' && step === 'record') return { at: 'expired' }
  if (fault.code === 'unauthenticated' && !isSignIn && !(await askSession())) return { at: 'signed-out' }
  // What may pass by itself is tried again with the same signature; a refusal needs a new text.
  const passes = fault.status === 0 || fault.status === 429 || fault.status >= 500
  return { at: 'failed', message: fault.message, again: passes ? step : 'prepare' }
}

/** Where a wallet that did not sign leads. */
function unsignedPhase(fault: unknown): SignaturePhase {
  const kind = walletFault(fault)
  if (kind === 'declined') return { at: 'prepared', declined: true }
  if (kind === 'asked-already') return { at: 'waiting', askedAlready: true }
  const words = fault instanceof Error ? fault.message.split('\n')[0]?.slice(0, WALLET_WORDS_CHARS_MAX) : ''
  return { at: 'failed', message: `The wallet could not sign. ${words}`, again: 'open' }
}
