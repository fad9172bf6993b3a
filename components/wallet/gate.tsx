'use client'

import { type ReactNode, Suspense } from 'react'
import { Button, type ButtonProps } from '@/components/forms/button'
import { useConnect } from '@/components/wallet/wallet'
import { useShownSession, useWallet } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'

/**
 * Content for the signed-in wallet only. Every page that depends on the session uses it.
 * @param shape is shown until the session is known.
 * @param loading is shown while the content of a signed-in wallet loads; the shape by default.
 * @param signedOut is shown to everyone else; the shape by default.
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
  const { known } = useWallet()
  const session = useShownSession()
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
