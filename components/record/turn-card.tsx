'use client'

import { Suspense } from 'react'
import { lazyPart } from '@/components/record/lazy-part'
import type { YourTurnProps } from '@/components/record/your-turn'
import { useWallet } from '@/components/wallet/wallet-store'

const YourTurn = lazyPart(() => import('@/components/record/your-turn'), 'YourTurn')

export type TurnCardProps = Omit<YourTurnProps, 'session'>

/** The card that everybody sees. The rules of whose turn it is are loaded once the viewer is signed in. */
export function TurnCard({ children, ...card }: TurnCardProps) {
  const { session } = useWallet()
  if (!session) return children
  return (
    <Suspense fallback={children}>
      <YourTurn {...card} session={session}>
        {children}
      </YourTurn>
    </Suspense>
  )
}
