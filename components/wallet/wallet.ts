import { setWallet, walletState } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'

// The way to the wallet for everything that writes. The wallet code itself (discovery, dialogs, signing) is loaded by
// the first of these calls.

type Host = typeof import('@/components/wallet/host')['host']

let loading: Promise<Host> | null = null
let walletConnectId: string | null = null

/** Offers WalletConnect beside the browser's own wallets. @param projectId of this deployment. */
export function offerWalletConnect(projectId: string | null): void {
  walletConnectId = projectId
}

/** Loads the wallet code and finds the wallet that was connected last. A failed load may be tried again. */
export function loadWallet(): Promise<Host> {
  if (loading) return loading
  setWallet({ host: 'loading' })
  loading = import('@/components/wallet/host')
    .then(async ({ host }) => {
      await host.startHost(walletConnectId)
      setWallet({ host: 'ready' })
      return host
    })
    .catch((fault: unknown) => {
      loading = null
      setWallet({ host: 'failed' })
      throw fault
    })
  return loading
}

/** Begins to load the wallet code, when somebody seems about to reach for it. */
export function warmWallet(): void {
  if (walletState().host === 'absent') loadWallet().catch(() => undefined)
}

/** What a signature is for. */
export interface SignatureJob<T> {
  /** What is signed, as the sheet's title: "Approve this proof". */
  readonly title: string
  /** Asks the service for the exact text. Called again, with the same words, when the text has run out. */
  prepare(signal: AbortSignal): Promise<PreparedText>
  /** Sends the signature. Called again with the same signature when the answer was lost. */
  record(signed: { nonce: string; signature: string }, signal: AbortSignal): Promise<T>
  /** What the record says now. */
  recorded(result: T): Outcome
}

export interface PreparedText {
  readonly nonce: string
  readonly message: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** What came of a write, and where it can be seen. */
export interface Outcome {
  readonly words: string
  readonly href?: string
  /** The words of the link; "See it" by default. */
  readonly link?: string
}

/** Signs in with a wallet of the reader's choice. @returns null when they leave it. */
export async function signIn(): Promise<SessionView | null> {
  return (await loadWallet()).signIn()
}

/** Signs in with the account that the wallet has connected now, whoever is signed in. */
export async function signInAsConnected(): Promise<SessionView | null> {
  return (await loadWallet()).signInAsConnected()
}

export async function signOut(): Promise<void> {
  return (await loadWallet()).signOut()
}

export async function disconnectWallet(): Promise<void> {
  return (await loadWallet()).disconnectWallet()
}

/** Why a write may not go on. `left`: the reader closed the dialog. `other`: they are somebody else now. */
export type NoActor = 'left' | 'other'

/**
 * Makes sure before a write who acts: asks for a sign-in when there is none, and stops when the wallet has another
 * account connected than the one signed in. Never goes on as somebody else than the page showed.
 */
export async function requireActor(): Promise<SessionView | NoActor> {
  return (await loadWallet()).requireActor()
}

/**
 * Has a text signed, in three visible steps: prepared, waiting in the wallet, recorded.
 * @returns what was recorded, or why nothing was.
 * @example
 * const signed = await requestSignature({ title: 'Approve this proof', prepare, record, recorded })
 */
export async function requestSignature<T>(job: SignatureJob<T>): Promise<{ readonly result: T } | NoActor> {
  return (await loadWallet()).requestSignature(job)
}
