import { Icon, type IconName } from '@/components/ui/icon'
import type { Finding } from '@/lib/verify/finding'

interface Mark {
  readonly word: string
  readonly icon: IconName
  readonly tone: string
}

const MARKS: Readonly<Record<Finding['result'], Mark>> = {
  valid: { word: 'Holds', icon: 'check', tone: 'text-green' },
  invalid: { word: 'Does not hold', icon: 'cross', tone: 'text-madder' },
  unknown: { word: 'Cannot be told', icon: 'outline', tone: 'text-ink-soft' },
}

export function FindingList({ findings, explained = false }: { findings: readonly Finding[]; explained?: boolean }) {
  return (
    <ul className="border-t border-rule">
      {findings.map((finding) => (
        <FindingLine key={finding.what} finding={finding} explained={explained} />
      ))}
    </ul>
  )
}

function FindingLine({ finding, explained }: { finding: Finding; explained: boolean }) {
  const mark = MARKS[finding.result]
  return (
    <li className="grid break-inside-avoid gap-x-4 gap-y-0.5 border-b border-rule py-2.5 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <span className={`inline-flex items-center gap-2 self-start font-semibold ${mark.tone}`}>
        <Icon name={mark.icon} className="size-5" />
        {mark.word}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {explained ? (
          <a href={`#about-${finding.check}`} className="link font-semibold">
            {finding.what}
          </a>
        ) : (
          <strong>{finding.what}</strong>
        )}
        <span className="block text-sm text-ink-soft">{finding.because}</span>
      </span>
    </li>
  )
}
