'use client'

import { lazyPart } from '@/components/record/lazy-part'
import { Empty } from '@/components/ui/empty'
import { ConnectButton, Gate } from '@/components/wallet/gate'

const AgentRequests = lazyPart(() => import('@/components/sessions/agent-requests'), 'AgentRequests')
const SessionList = lazyPart(() => import('@/components/sessions/session-list'), 'SessionList')

/** The reader's own sessions, shown once the session is known. */
export function SessionGate() {
  return (
    <Gate shape={<p className="text-ink-soft">Looking for your sessions …</p>} signedOut={<SignedOut />}>
      {({ address }) => (
        <>
          <SessionList key={address} />
          <AgentRequests key={`asked ${address}`} />
        </>
      )}
    </Gate>
  )
}

function SignedOut() {
  return (
    <Empty title="Sign in to see yours.">
      <p>
        You are not signed in here. Sessions belong to a wallet. Signing in takes one signature, costs nothing and sends
        no transaction.
      </p>
      <div className="mt-4">
        <ConnectButton kind="primary">Connect a wallet</ConnectButton>
      </div>
    </Empty>
  )
}
