import { cell } from '@/components/wallet/host/cell'
import type { ChooseFlow } from '@/components/wallet/host/choose'
import type { SignatureFlow } from '@/components/wallet/host/signature'
import type { TwoWalletsFlow } from '@/components/wallet/host/two-wallets'

/** What the wallet dialog shows. A sheet that needs another first puts it on top of itself. */
export type Sheet =
  | { readonly kind: 'choose'; readonly flow: ChooseFlow }
  | { readonly kind: 'signature'; readonly flow: SignatureFlow }
  | { readonly kind: 'two-wallets'; readonly flow: TwoWalletsFlow }

export const sheets = cell<readonly Sheet[]>([])

/** What happened while no dialog is open any more, for screen readers. */
export const announcement = cell('')

export function openSheet(sheet: Sheet): void {
  sheets.set([...sheets.get(), sheet])
}

export function closeSheet(sheet: Sheet): void {
  sheets.set(sheets.get().filter((open) => open !== sheet))
}
