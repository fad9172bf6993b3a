import { useEffect, useRef, useState } from 'react'
import { FoldSummary } from '@/components/ui/fold'
import { QrCode } from '@/components/ui/qr-code'
import { shortAddress } from '@/components/ui/short-address'
import { SIGNATURES_PLACE } from '@/components/wallet/signing/job'
import { request } from '@/lib/api/request'
import { getMe } from '@/lib/turns/contract'

const LOOK_EVERY_MS = 3_000

interface OtherBrowserProps {
  /** The nonce of the text to sign. */
  readonly nonce: string
  /** The address that must sign it. */
  readonly address: string
  readonly onRecorded: () => void
}

/**
 * Lets the reader of a wide screen continue on their phone. The QR code holds only an address of this site, where the wallet
 * that requested the text sees it. While it is open, this browser polls whether the text was recorded.
 */
export function OtherBrowser({ nonce, address, onRecorded }: OtherBrowserProps) {
  const [isOpen, setOpen] = useState(false)
  const figure = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOpen) return
    figure.current?.scrollIntoView({ block: 'nearest' })
    const left = new AbortController()
    const look = async () => {
      const { signatures } = await request(getMe, {}, { signal: left.signal })
      const isRecorded = signatures.some((text) => text.nonce === nonce && text.recordedAt !== null)
      if (isRecorded && !left.signal.aborted) onRecorded()
    }
    // A failed poll is ignored; the next one follows.
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
    return () => {
      clearInterval(timer)
      left.abort()
    }
  }, [isOpen, nonce, onRecorded])
  return (
    <details
      className="hidden border-t border-rule pt-3 sm:block"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <FoldSummary>Sign on your phone instead</FoldSummary>
      {isOpen ? (
        <figure ref={figure} className="mt-3 flex items-center gap-4">
          <QrCode
            text={new URL(SIGNATURES_PLACE, location.href).href}
            label="The address of what waits for your signature, as a QR code"
            className="size-32 shrink-0"
          />
          <figcaption className="space-y-1 text-sm text-ink-soft">
            <p>
              Scan it with the scanner of your wallet app, or with the camera, and sign in there as{' '}
              <span className="font-mono">{shortAddress(address)}</span>: this text waits there under “Waiting for your
              signature”.
            </p>
            <p>As soon as it is recorded, it is told here.</p>
          </figcaption>
        </figure>
      ) : null}
    </details>
  )
}
