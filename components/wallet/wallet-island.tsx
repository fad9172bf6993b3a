import { Icon } from '@/components/ui/icon'
import { WalletButton } from '@/components/wallet/wallet-button'

/**
 * The wallet's place in the header. The icon is drawn on the server: every page would carry all the drawings otherwise.
 * @param walletConnectId the deployment's project id, if WalletConnect is offered.
 */
export function WalletIsland({ walletConnectId }: { walletConnectId: string | null }) {
  return <WalletButton walletConnectId={walletConnectId} icon={<Icon name="wallet" />} />
}
