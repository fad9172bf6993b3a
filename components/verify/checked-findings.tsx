import { Icon } from '@/components/ui/icon'
import { FindingList } from '@/components/verify/finding-list'
import { VerdictLine } from '@/components/verify/verdict'
import type { Finding } from '@/lib/verify/finding'

/** What the checks of a receipt found, in a line; each of them to unfold. */
export function CheckedFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <VerdictLine findings={findings} />
      <details className="mt-3 print:not-open:hidden" open={findings.some(({ result }) => result === 'invalid')}>
        <summary className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-green">
          <Icon name="raw" className="turns size-4" /> Each of the {findings.length} checks
        </summary>
        <div className="mt-2">
          <FindingList findings={findings} />
        </div>
      </details>
    </>
  )
}
