import type { ReactNode } from 'react'
import { Button } from '@/components/forms/button'
import { shortAddress } from '@/components/ui/short-address'
import { SheetNotice } from '@/components/wallet/sheets/sheet-frame'
import type { SignatureFlow, SignatureView } from '@/components/wallet/sheets/sheets'
import type { SignaturePhase } from '@/components/wallet/signing/phases'
import { useWallet } from '@/components/wallet/wallet-store'

/** The message of a phase; it is announced when it changes. */
export function SignatureNote({ flow, phase }: { flow: SignatureFlow; phase: SignaturePhase }): ReactNode {
  const { connected } = useWallet()
  const name = connected?.walletName ?? 'your wallet'
  switch (phase.at) {
    case 'preparing':
      return <p className="sr-only">The text is being prepared.</p>
    case 'prepared':
      return phase.declined ? (
        <SheetNotice tone="neutral">You declined in the wallet. Nothing was sent and nothing is lost.</SheetNotice>
      ) : (
        <p className="text-sm text-ink-soft">{flow.lead} Your wallet will show the same text: compare, then confirm.</p>
      )
    case 'waiting':
      return (
        <SheetNotice tone={phase.askedAlready ? 'warning' : 'calm'}>
          {phase.askedAlready ? `${name} is already asking: ` : `Waiting for ${name}: `}
          read the text there and confirm or decline.
        </SheetNotice>
      )
    case 'recording':
      return <SheetNotice tone="calm">Signed. It is being recorded …</SheetNotice>
    case 'recorded':
      return <p className="sr-only">Recorded.</p>
    case 'expired':
      return (
        <SheetNotice tone="warning">
          This request expired before it was recorded. Your words are kept: prepare it again.
        </SheetNotice>
      )
    case 'smart-account':
      return (
        <SheetNotice tone="warning">
          <p>
            <strong>This wallet is a smart account.</strong> It signed in the name of a contract, and such a signature
            is longer than the 65 bytes of a key. This service checks signatures without asking any chain, so it needs a
            wallet with a key of its own.
          </p>
          <p>
            What to do: choose a plain account in your wallet (often called a key, EOA or owner account), or another
            wallet. Nothing was sent.
          </p>
        </SheetNotice>
      )
    case 'other-account':
      return (
        <SheetNotice tone="warning">
          {connected
            ? `Your wallet has switched to ${shortAddress(connected.address)}, but ${shortAddress(flow.address)} is signed in. Switch back in the wallet to go on, or sign in as the other. Nothing is sent until they agree.`
            : 'Your wallet is no longer connected. Connect it again to sign this text.'}
        </SheetNotice>
      )
    case 'signed-out':
      return (
        <SheetNotice tone="warning">Your session is over. Sign in again to go on; your words are kept.</SheetNotice>
      )
    case 'failed':
    case 'stopped':
      return <SheetNotice tone="fault">{phase.message}</SheetNotice>
  }
}

export function SignatureActions({ flow, view }: { flow: SignatureFlow; view: SignatureView }) {
  const { at } = view.phase
  if (at === 'recorded' || at === 'stopped')
    return (
      <Button key="close" kind="primary" wide onClick={() => flow.leave()}>
        Close
      </Button>
    )
  return (
    <>
      <NextAction flow={flow} view={view} />
      {at === 'recording' ? null : (
        <div className="flex flex-wrap justify-center gap-x-8">
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

// The same button stays through all phases, so it keeps the focus. Only its text and its action change.
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
    case 'stopped':
      return null
  }
}
