'use client'

import { useCallback, useEffect, useState } from 'react'
import { Button } from '@/components/forms/button'
import { Icon } from '@/components/ui/icon'
import { whenIdle } from '@/components/ui/when-idle'
import type { Checked } from '@/components/verify/checker'
import { FindingList } from '@/components/verify/finding-list'
import { VerdictLine } from '@/components/verify/verdict'
import type { KeyPeriod } from '@/lib/verify/trust'

type Outcome = 'checking' | 'failed' | Checked

/**
 * Checks a whole receipt in the browser: the file that its page offers for download, with the histories that lead to it.
 * @param contentHash as the page shows it; the file must be of the same receipt.
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
  const check = useCallback(async () => {
    setOutcome('checking')
    try {
      const [{ checkFile }, answer] = await Promise.all([
        import('@/components/verify/checker'),
        fetch(`/receipts/${id}/receipt.json`),
      ])
      const checked = answer.ok ? await checkFile(await answer.text(), trusted) : null
      setOutcome(checked?.file.receipt.contentHash === contentHash ? checked : 'failed')
    } catch {
      setOutcome('failed')
    }
  }, [id, contentHash, trusted])
  useEffect(() => whenIdle(check), [check])

  return (
    <div className="needs-script mt-8 min-h-44 print:min-h-0" aria-live="polite">
      <h3 className="caption mb-2 font-normal">Checked just now, in your browser</h3>
      {outcome === 'checking' ? (
        <p className="text-ink-soft">Computing the hashes and recovering the signers …</p>
      ) : null}
      {outcome === 'failed' ? (
        <div className="space-y-3">
          <p>The receipt’s file could not be read just now, so nothing was checked.</p>
          <Button onClick={check}>Check again</Button>
        </div>
      ) : null}
      {typeof outcome === 'object' ? (
        <>
          <VerdictLine findings={outcome.findings} />
          <details
            className="mt-3 print:not-open:hidden"
            open={outcome.findings.some(({ result }) => result === 'invalid')}
          >
            <summary className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-green">
              <Icon name="raw" className="turns size-4" /> Each of the {outcome.findings.length} checks
            </summary>
            <div className="mt-2">
              <FindingList findings={outcome.findings} />
            </div>
          </details>
        </>
      ) : null}
    </div>
  )
}
