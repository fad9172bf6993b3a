import { connectedSigner } from '@/components/wallet/connection/connection'
import { closeSheet, openSheet, type Sheet, type TwoWalletsFlow } from '@/components/wallet/sheets/sheets'

/** `agree`: the reader switched back in the wallet. */
export type TwoWalletsEnd = 'agree' | 'sign-in' | 'left'

/** Stops before a write because the signed-in and the connected wallet differ, until the reader says who acts. */
export function resolveTwoWallets(signedIn: string): Promise<TwoWalletsEnd> {
  return new Promise((resolve) => {
    const end = (how: TwoWalletsEnd) => {
      unwatch()
      closeSheet(sheet)
      resolve(how)
    }
    const unwatch = connectedSigner.subscribe(() => {
      const signer = connectedSigner.get()
      if (!signer || signer.address === signedIn) end('agree')
    })
    const flow: TwoWalletsFlow = { signedIn, signInAsOther: () => end('sign-in'), leave: () => end('left') }
    const sheet: Sheet = { kind: 'two-wallets', flow }
    openSheet(sheet)
  })
}
