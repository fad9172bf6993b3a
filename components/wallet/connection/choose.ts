import { createStore } from '@/components/ui/store'
import { connectedSigner, connectWallet, type Signer, walletChoices } from '@/components/wallet/connection/connection'
import { walletFault } from '@/components/wallet/connection/wallet-fault'
import {
  type ChooseFlow,
  type ChooseView,
  closeSheet,
  openSheet,
  type Sheet,
  type TwoWalletsFlow,
} from '@/components/wallet/sheets/sheets'

/** Whether a wallet refused to be asked again because it still asks: then the answer to the attempt before is the one that counts. */
const isAsking = (uid: string, { connecting, note }: ChooseView) => connecting === uid && note === 'asked-already'

function refusedView(uid: string, fault: unknown): ChooseView {
  const note = walletFault(fault)
  return { connecting: note === 'asked-already' ? uid : null, note }
}

/**
 * Lets the reader choose a wallet and waits until it is connected. If there is only one wallet, it is used without a choice,
 * unless the reader wants another.
 * @returns null when they close the dialog.
 */
export function chooseWallet(wanted: 'any' | 'another' = 'any'): Promise<Signer | null> {
  return new Promise((resolve) => {
    const view = createStore<ChooseView>({ connecting: null, note: null })
    let attempt = 0
    const end = (signer: Signer | null) => {
      attempt += 1
      closeSheet(sheet)
      resolve(signer)
    }
    async function pick(uid: string): Promise<void> {
      attempt += 1
      const mine = attempt
      view.set({ connecting: uid, note: null })
      try {
        await connectWallet(uid)
        if (mine !== attempt && view.get().connecting !== uid) return
        const signer = connectedSigner.get()
        if (signer) end(signer)
        else view.set({ connecting: null, note: 'no-account' })
      } catch (fault) {
        if (mine !== attempt && !isAsking(uid, view.get())) return
        view.set(refusedView(uid, fault))
      }
    }
    const flow: ChooseFlow = { view, pick: (uid) => void pick(uid), leave: () => end(null) }
    const sheet: Sheet = { kind: 'choose', flow }
    openSheet(sheet)
    const [only, ...others] = walletChoices()
    if (wanted === 'any' && only && others.length === 0) flow.pick(only.uid)
  })
}

/** `agree`: the reader switched back in the wallet. */
type TwoWalletsEnd = 'agree' | 'sign-in' | 'left'

/** Pauses before a write because the signed-in and the connected wallet differ, until the reader decides who acts. */
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
