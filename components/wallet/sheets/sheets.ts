import type { PreparedText } from '@/client/src/signed'
import { createStore, type Store } from '@/components/ui/store'
import type { WalletFault } from '@/components/wallet/connection/wallet-fault'
import type { Outcome } from '@/components/wallet/signing/job'
import type { SignaturePhase } from '@/components/wallet/signing/phases'

// What the wallet's dialog shows, and what its sheets may do. Those who open a sheet are told of it by these shapes, so
// that a sheet knows nothing of how a wallet is connected or asked.

export interface ChooseView {
  /** The wallet that is being asked to connect. */
  readonly asked: string | null
  readonly note: WalletFault | null
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
  /** When the text runs out, by this browser's clock. */
  readonly endsAt: number
  readonly phase: SignaturePhase
}

/** How a signature ended without a record. `another`: the reader wants another wallet; `switched`: the wallet did. */
export type Unsigned = 'left' | 'another' | 'switched' | 'signed-out'

export interface SignatureSettings {
  /** Who must sign, EIP-55. */
  readonly address: string
  /**
   * A sign-in follows the wallet when its account is switched, and its sheet closes by itself; any other signature stays with who is
   * signed in, and its sheet says what was recorded.
   */
  readonly isSignIn: boolean
  /** Said above the text: why it is asked for. */
  readonly lead: string
}

export interface SignatureFlow extends SignatureSettings {
  readonly title: string
  readonly view: Store<SignatureView>
  prepare(): void
  /** Opens the wallet. To be called in the task of the tap itself. */
  open(): void
  record(): void
  /** To be told that the same wallet has signed the text in another browser; null where no other may. */
  readonly elsewhere: (() => void) | null
  leave(how?: Unsigned): void
}

/** What the wallet dialog shows. A sheet that needs another first puts it on top of itself. */
export type Sheet =
  | { readonly kind: 'choose'; readonly flow: ChooseFlow }
  | { readonly kind: 'signature'; readonly flow: SignatureFlow }
  | { readonly kind: 'two-wallets'; readonly flow: TwoWalletsFlow }

export const sheets = createStore<readonly Sheet[]>([])

/** What was recorded when the dialog closed: there the focus and the view go then. */
export const lastRecorded = createStore<Outcome | null>(null)

/** What happened while no dialog is open any more, for screen readers. */
export const announcement = createStore('')

/** Whether the service has demo wallets that this browser may not have yet. */
export const demoWalletsLocked = createStore(false)

export function openSheet(sheet: Sheet): void {
  sheets.set([...sheets.get(), sheet])
}

export function closeSheet(sheet: Sheet): void {
  sheets.set(sheets.get().filter((open) => open !== sheet))
}
