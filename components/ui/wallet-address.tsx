import { TextLink } from '@/components/ui/text-link'

/** `0x252D…59cD`, whole on hover and for copying from the wallet's page. */
export function WalletAddress({ address }: { address: string }) {
  return (
    <TextLink href={`/wallets/${address}`} title={address} className="link font-mono text-[0.9em] whitespace-nowrap">
      {address.slice(0, 6)}…{address.slice(-4)}
    </TextLink>
  )
}
