import type { ReactNode } from 'react'
import { Button } from '@/components/forms/button'
import type { SignatureFlow, SignatureView } from '@/components/wallet/sheets/sheets'
import { shortAddress } from '@/components/wallet/short-address'
import { useWallet } from '@/components/wallet/wallet-store'

/** The one next step first, then the ways out. */
export function SignatureActions({ flow, view }: { flow: SignatureFlow; view: SignatureView }) {
  const { at } = view.phase
  if (at === 'recorded')
    return (
      <Button key="close" kind="primary" wide onClick={() => flow.leave()}>
        Close
      </Button>
    )
  return (
    <>
      <NextAction flow={flow} view={view} />
      {at === 'recording' ? null : (
        <div className="flex flex-wrap justify-center gap-x-4">
          {flow.isSignIn && at !== 'smart-account' ? (
            <Button kind="quiet" onClick={() => flow.leave('another')}>
              Use another wallet
            </Button>
          ) : null}
          <Button kind="quiet" onClick={() => flow.leave()}>
            Not now
          </Button>
        </div>
      )}
    </>
  )
}

// One button through all phases keeps the focus where it is; only its words and its work change.
function Next({ children, onClick, busy }: { children: ReactNode; onClick?: () => void; busy?: boolean }) {
  return (
    <Button kind="primary" wide busy={busy} onClick={onClick}>
      {children}
    </Button>
  )
}

function NextAction({ flow, view }: { flow: SignatureFlow; view: SignatureView }) {
  const { connected } = useWallet()
  const { phase } = view
  switch (phase.at) {
    case 'preparing':
      return <Next busy>Preparing the text …</Next>
    case 'prepared':
      return <Next onClick={flow.open}>Sign with {connected?.walletName ?? 'your wallet'}</Next>
    case 'waiting':
      return <Next onClick={flow.open}>Open the wallet again</Next>
    case 'recording':
      return <Next busy>Recording …</Next>
    case 'expired':
      return <Next onClick={flow.prepare}>Prepare it again</Next>
    case 'smart-account':
      return <Next onClick={() => flow.leave('another')}>Choose another wallet</Next>
    case 'other-account':
      return connected ? (
        <Next onClick={() => flow.leave('switched')}>Sign in as {shortAddress(connected.address)}</Next>
      ) : (
        <Next onClick={() => flow.leave('another')}>Connect a wallet</Next>
      )
    case 'signed-out':
      return <Next onClick={() => flow.leave('signed-out')}>Sign in again</Next>
    case 'failed':
      return <Next onClick={flow[phase.again]}>{phase.again === 'prepare' ? 'Prepare it again' : 'Try again'}</Next>
    case 'recorded':
      return null
  }
}
