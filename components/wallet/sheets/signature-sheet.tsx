import Link from 'next/link'
import { Icon } from '@/components/ui/icon'
import { useStore } from '@/components/ui/store'
import { SheetFrame } from '@/components/wallet/sheets/sheet-frame'
import type { SignatureFlow } from '@/components/wallet/sheets/sheets'
import { SignatureActions } from '@/components/wallet/sheets/signature-actions'
import { SignatureNote } from '@/components/wallet/sheets/signature-note'
import { SignatureSteps } from '@/components/wallet/sheets/signature-steps'
import { SignatureText } from '@/components/wallet/sheets/signature-text'
import type { Outcome } from '@/components/wallet/signing/job'

/** One signature from the prepared text to the record. */
export function SignatureSheet({ flow }: { flow: SignatureFlow }) {
  const view = useStore(flow.view)
  const { phase } = view
  // While it is being recorded there is nothing to leave: the signature is on its way.
  const leave = phase.at === 'recording' ? undefined : () => flow.leave()
  return (
    <SheetFrame
      title={flow.title}
      step={phase.at}
      onLeave={leave}
      actions={<SignatureActions flow={flow} view={view} />}
    >
      <SignatureSteps phase={phase} />
      <div role="status">
        <SignatureNote flow={flow} phase={phase} />
      </div>
      {phase.at === 'recorded' ? (
        <Recorded outcome={phase.outcome} onFollow={() => flow.leave()} />
      ) : (
        <SignatureText flow={flow} view={view} />
      )}
    </SheetFrame>
  )
}

function Recorded({ outcome, onFollow }: { outcome: Outcome; onFollow: () => void }) {
  return (
    <div className="flex items-start gap-4 py-4">
      <Icon name="seal" className="size-10 text-green" />
      <div className="space-y-2">
        <p className="text-lg">{outcome.words}</p>
        {outcome.href ? (
          <p>
            <Link href={outcome.href} prefetch={false} onClick={onFollow} className="link">
              {outcome.link ?? 'See it'}
            </Link>
          </p>
        ) : null}
      </div>
    </div>
  )
}
