import { Button } from '@/components/forms/button'
import { shortAddress } from '@/components/ui/short-address'
import { SheetFrame, SheetNotice } from '@/components/wallet/sheets/sheet-frame'
import type { TwoWalletsFlow } from '@/components/wallet/sheets/sheets'
import { WalletFacts } from '@/components/wallet/wallet-facts'
import { useWallet } from '@/components/wallet/wallet-store'

export function TwoWalletsSheet({ flow }: { flow: TwoWalletsFlow }) {
  const { connected } = useWallet()
  return (
    <SheetFrame
      title="Two wallets"
      onLeave={flow.leave}
      actions={
        <>
          <Button kind="primary" wide onClick={flow.signInAsOther}>
            Sign in as {connected ? shortAddress(connected.address) : 'another wallet'}
          </Button>
          <Button wide onClick={flow.leave}>
            Not now
          </Button>
        </>
      }
    >
      <SheetNotice tone="warning">
        You are signed in with one account, and your wallet shows this site another. Nothing is sent until they agree.
      </SheetNotice>
      <WalletFacts />
      <p>
        To stay {shortAddress(flow.signedIn)}, switch back to it in your wallet: this closes by itself. Or sign in as
        the other, and then send again what you wanted to send.
      </p>
    </SheetFrame>
  )
}
