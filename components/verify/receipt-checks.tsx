'use client'

import { useCallback, useEffect, useState } from 'react'
import { Button } from '@/components/forms/button'
import { whenIdle } from '@/components/ui/when-idle'
import type { Checked } from '@/components/verify/checker'
import type { CheckedFindings } from '@/components/verify/findings'
import type { KeyPeriod } from '@/lib/verify/key-period'

/** The findings come with the component that shows them. Both are loaded once the page is idle. */
type Outcome = 'checking' | 'failed' | (Pick<Checked, 'findings'> & { readonly View: typeof CheckedFindings })

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
  const check = useCallback(async () => {
    setOutcome('checking')
    try {
      const [{ checkFile }, { CheckedFindings: View }, answer] = await Promise.all([
        import('@/components/verify/checker'),
        import('@/components/verify/findings'),
        fetch(`/receipts/${id}/receipt.json`),
      ])
      const checked = answer.ok ? await checkFile(await answer.text(), trusted) : null
      const isSame = checked?.file.receipt.contentHash === contentHash
      setOutcome(isSame ? { findings: checked.findings, View } : 'failed')
    } catch {
      setOutcome('failed')
    }
  }, [id, contentHash, trusted])
  useEffect(() => whenIdle(check), [check])

  return (
    <div className="needs-script mt-8 min-h-44 print:min-h-0" aria-live="polite">
      <h2 className="caption mb-2 font-normal">
        {typeof outcome === 'object' ? 'Checked just now, in your browser' : 'Check in your browser'}
      </h2>
      {outcome === 'checking' ? (
        <p className="text-ink-soft">Computing the hashes and recovering the signers …</p>
      ) : null}
      {outcome === 'failed' ? (
        <div className="space-y-3">
          <p>The receipt’s file could not be read just now, so nothing was checked.</p>
          <Button onClick={check}>Check again</Button>
        </div>
      ) : null}
      {typeof outcome === 'object' ? <outcome.View findings={outcome.findings} /> : null}
    </div>
  )
}
