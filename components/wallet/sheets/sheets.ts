import type { PreparedText } from '@/client/src/signed'
import { createStore, type Store } from '@/components/ui/store'
import type { WalletFault } from '@/components/wallet/connection/wallet-fault'
import type { Outcome } from '@/components/wallet/signing/job'
import type { SignaturePhase } from '@/components/wallet/signing/phases'

// The state of the wallet's dialog and the actions of its sheets. The opener of a sheet passes these objects, so a sheet knows
// nothing about connecting or calling a wallet.

export interface ChooseView {
  /** The uid of the wallet that is connecting; null if none. */
  readonly connecting: string | null
  /** `no-account`: the wallet answered, with an empty list (EIP-1102). */
  readonly note: WalletFault | 'no-account' | null
}

export interface ChooseFlow {
  readonly view: Store<ChooseView>
  pick(uid: string): void
  leave(): void
}

export interface TwoWalletsFlow {
  readonly signedIn: string
  signInAsOther(): void
  leave(): void
}

export interface SignatureView {
  readonly text: PreparedText | null
  /** When the text expires, by this browser's clock. */
  readonly endsAt: number
  readonly phase: SignaturePhase
}

/** How a signature ended without a record. `another`: the reader wants another wallet. `switched`: the wallet switched accounts. */
export type Unsigned = 'left' | 'another' | 'switched' | 'signed-out'

export interface SignatureSettings {
  /** The address that must sign, EIP-55. */
  readonly address: string
  /**
   * A sign-in follows the wallet when its account is switched, and its sheet closes when done. Any other signature stays with
   * the signed-in wallet, and its sheet shows what was recorded.
   */
  readonly isSignIn: boolean
  /** Shown above the text: why it is requested. */
  readonly lead: string
}

export interface SignatureFlow extends SignatureSettings {
  readonly title: string
  readonly view: Store<SignatureView>
  prepare(): void
  /** Opens the wallet. Call it in the same task as the tap. */
  open(): void
  record(): void
  /** Call it when the same wallet has signed the text in another browser; null if that is not possible. */
  readonly elsewhere: (() => void) | null
  /** Does nothing while the signature is being recorded. */
  leave(how?: Unsigned): void
}

/** A sheet of the wallet's dialog. A sheet that needs another one first puts it on top. */
export type Sheet =
  | { readonly kind: 'choose'; readonly flow: ChooseFlow }
  | { readonly kind: 'signature'; readonly flow: SignatureFlow }
  | { readonly kind: 'two-wallets'; readonly flow: TwoWalletsFlow }

export const sheets = createStore<readonly Sheet[]>([])

/** The result that was recorded when the dialog closed. Focus and view move to it. */
export const lastRecorded = createStore<Outcome | null>(null)

/** An announcement for screen readers after the dialog has closed. */
export const announcement = createStore('')

/** Whether the service has demo wallets that this browser cannot use yet. */
export const demoWalletsLocked = createStore(false)

export function openSheet(sheet: Sheet): void {
  sheets.set([...sheets.get(), sheet])
}

export function closeSheet(sheet: Sheet): void {
  sheets.set(sheets.get().filter((open) => open !== sheet))
}
