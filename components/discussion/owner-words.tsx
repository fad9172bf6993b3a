'use client'

import type { ReactNode } from 'react'
import { useWallet } from '@/components/wallet/wallet-store'

/** What the owner of a record reads in place of what everybody else does, once they are signed in. */
export function OwnerWords({ owner, yours, children }: { owner: string; yours: ReactNode; children: ReactNode }) {
  const { session } = useWallet()
  return session?.address === owner ? yours : children
}
