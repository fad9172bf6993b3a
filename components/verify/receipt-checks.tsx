'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { LeavingButton } from '@/components/forms/leaving-button'
import { whenIdle } from '@/components/ui/when-idle'
import type { Checked } from '@/components/verify/checker'
import type { FoldedFindings, VerdictLine } from '@/components/verify/findings'
import type { KeyPeriod } from '@/lib/verify/key-period'

/** The findings and the components that show them, all of them loaded once the page is idle. */
interface Answer extends Pick<Checked, 'findings'> {
  readonly Verdict: typeof VerdictLine
  readonly Each: typeof FoldedFindings
}

/** `again` is a check after one that failed. */
type Outcome = 'checking' | 'again' | 'failed' | Answer

/**
 * Checks a whole receipt in the browser: the file that its page offers for download, with the histories behind it.
 * @param contentHash the hash on the page; the file must be of the same receipt.
 * @param trusted the keys that this site signs with.
 */
export function ReceiptChecks({
  id,
  contentHash,
  trusted,
}: {
  id: string
  contentHash: string
  trusted: readonly KeyPeriod[]
}) {
  const [outcome, setOutcome] = useState<Outcome>('checking')
  const head = useRef<HTMLHeadingElement>(null)
  const check = useCallback(async () => {
    setOutcome((now) => (now === 'failed' ? 'again' : 'checking'))
    try {
      const [{ checkFile }, { VerdictLine: Verdict, FoldedFindings: Each }, answer] = await Promise.all([
        import('@/components/verify/checker'),
        import('@/components/verify/findings'),
        fetch(`/receipts/${id}/receipt.json`),
      ])
      const checked = answer.ok ? await checkFile(await answer.text(), trusted) : null
      const isSame = checked?.file.receipt.contentHash === contentHash
      setOutcome(isSame ? { findings: checked.findings, Verdict, Each } : 'failed')
    } catch {
      setOutcome('failed')
    }
  }, [id, contentHash, trusted])
  useEffect(() => whenIdle(check), [check])

  return (
    <div className="needs-script mt-8 min-h-44 print:min-h-0">
      <h2 ref={head} className="caption mb-2 font-normal">
        {typeof outcome === 'object' ? 'Checked just now, in your browser' : 'Check in your browser'}
      </h2>
      <div role="status">
        {outcome === 'checking' || outcome === 'again' ? (
          <p className="text-ink-soft">Computing the hashes and recovering the signers …</p>
        ) : null}
        {outcome === 'failed' ? <p>The receipt’s file could not be read just now, so nothing was checked.</p> : null}
        {typeof outcome === 'object' ? <outcome.Verdict findings={outcome.findings} /> : null}
      </div>
      {outcome === 'failed' || outcome === 'again' ? (
        <div className="mt-3">
          <LeavingButton busy={outcome === 'again'} onClick={check} next={() => head.current}>
            Check again
          </LeavingButton>
        </div>
      ) : null}
      {typeof outcome === 'object' ? <outcome.Each findings={outcome.findings} /> : null}
    </div>
  )
}
