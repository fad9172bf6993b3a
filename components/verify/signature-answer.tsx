import { Icon } from '@/components/ui/icon'
import { FindingList } from '@/components/verify/finding-list'
import type { Finding } from '@/lib/verify/finding'

/** What the check of one signature found, in a word; the rest unfolds. */
export function SignatureAnswer({ findings }: { findings: readonly Finding[] }) {
  const wrong = findings.find(({ result }) => result === 'invalid')
  return (
    <details className="group" open={wrong !== undefined}>
      <summary
        className={`inline-flex min-h-11 items-center gap-2 text-sm font-semibold ${wrong ? 'text-madder' : 'text-green'}`}
      >
        <Icon name={wrong ? 'cross' : 'check'} className="size-5" />
        {wrong ? 'This signature does not hold' : 'The signature holds, checked in your browser'}
        <Icon name="raw" className="turns size-3.5 text-ink-soft print:hidden" />
      </summary>
      <FindingList findings={findings} />
    </details>
  )
}
