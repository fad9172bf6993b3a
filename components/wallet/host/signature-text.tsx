import { useEffect, useState } from 'react'
import type { SignatureFlow, SignatureView } from '@/components/wallet/host/signature'
import { shortAddress } from '@/components/wallet/short-address'
import { useWallet } from '@/components/wallet/wallet-store'

const SECOND_MS = 1_000
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** The exact text, who asks for it, who signs it, and until when. */
export function SignatureText({ flow, view }: { flow: SignatureFlow; view: SignatureView }) {
  const { connected } = useWallet()
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-0.5 text-sm">
        <dt className="caption text-sm">Asked by</dt>
        <dd className="font-semibold break-all">{location.host}</dd>
        <dt className="caption text-sm">Signed by</dt>
        <dd title={flow.address}>
          <span className="font-mono">{shortAddress(flow.address)}</span>
          {connected?.address === flow.address ? ` in ${connected.walletName}` : null}
        </dd>
        <dt className="caption text-sm">Good until</dt>
        <dd>{view.text ? <Countdown endsAt={view.endsAt} /> : '…'}</dd>
      </dl>
      {view.text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard.
        <section tabIndex={0} aria-label="The exact text" className="max-h-[30dvh] overflow-y-auto bg-vellum px-4 py-3">
          <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
            {view.text.message}
          </pre>
        </section>
      ) : (
        <div className="h-40 bg-vellum motion-safe:animate-pulse" aria-hidden="true" />
      )}
    </>
  )
}

function Countdown({ endsAt }: { endsAt: number }) {
  const [left, setLeft] = useState(() => endsAt - Date.now())
  useEffect(() => {
    const tick = () => setLeft(endsAt - Date.now())
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  const seconds = Math.max(0, Math.ceil(left / SECOND_MS))
  return (
    <>
      {time.format(endsAt)} your time{' '}
      <span role="timer" className="tabular-nums text-ink-soft">
        ({Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left)
      </span>
    </>
  )
}
