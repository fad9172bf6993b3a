'use client'

import { type ReactNode, Suspense } from 'react'
import { Button, type ButtonProps } from '@/components/forms/button'
import { useConnect } from '@/components/wallet/wallet'
import { useWallet } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'

/**
 * What is for the signed-in wallet alone. Every page that asks who is signed in asks it here.
 * @param shape stands in its place until it is known who reads.
 * @param loading stands there while the part of a signed-in wallet is on its way; the shape by default.
 * @param signedOut is for everybody else; the shape by default.
 */
export function Gate({
  shape = null,
  loading = shape,
  signedOut = shape,
  children,
}: {
  shape?: ReactNode
  loading?: ReactNode
  signedOut?: ReactNode
  children: (session: SessionView) => ReactNode
}) {
  const { session, known } = useWallet()
  if (session) return <Suspense fallback={loading}>{children(session)}</Suspense>
  return known ? signedOut : shape
}

export function ConnectButton({ kind, children }: Pick<ButtonProps, 'kind' | 'children'>) {
  const { pressed, connect } = useConnect()
  return (
    <Button kind={kind} busy={pressed} onClick={connect}>
      {children}
    </Button>
  )
}
