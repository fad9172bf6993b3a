'use client'

import { TextLink } from '@/components/ui/text-link'
import { useWallet } from '@/components/wallet/wallet-store'

/** A link to the personal page, for signed-in readers. */
export function SignedInLink() {
  const { session } = useWallet()
  if (!session) return null
  return (
    <p className="mt-4 border-l-2 border-green pl-3">
      You are signed in. <TextLink href="/me">See what waits for you</TextLink>.
    </p>
  )
}
