import { Countdown } from '@/components/ui/countdown'
import type { SignatureFlow, SignatureView } from '@/components/wallet/sheets/sheets'
import { shortAddress } from '@/components/wallet/short-address'
import { useWallet } from '@/components/wallet/wallet-store'

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
