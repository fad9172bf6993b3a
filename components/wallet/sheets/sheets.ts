import { createStore } from '@/components/ui/store'
import type { ChooseFlow } from '@/components/wallet/connection/choose'
import type { TwoWalletsFlow } from '@/components/wallet/connection/two-wallets'
import type { SignatureFlow } from '@/components/wallet/signing/signature'

/** What the wallet dialog shows. A sheet that needs another first puts it on top of itself. */
export type Sheet =
  | { readonly kind: 'choose'; readonly flow: ChooseFlow }
  | { readonly kind: 'signature'; readonly flow: SignatureFlow }
  | { readonly kind: 'two-wallets'; readonly flow: TwoWalletsFlow }

export const sheets = createStore<readonly Sheet[]>([])

/** What happened while no dialog is open any more, for screen readers. */
export const announcement = createStore('')

export function openSheet(sheet: Sheet): void {
  sheets.set([...sheets.get(), sheet])
}

export function closeSheet(sheet: Sheet): void {
  sheets.set(sheets.get().filter((open) => open !== sheet))
}
