import { FoldSummary } from '@/components/ui/fold'
import { Icon } from '@/components/ui/icon'
import { countWords, type Finding, type Verdict, verdictOf } from '@/lib/verify/finding'

const MARKS = {
  valid: { word: 'Holds', icon: 'check', tone: 'text-green' },
  invalid: { word: 'Does not hold', icon: 'cross', tone: 'text-madder' },
  unknown: { word: 'Cannot be told', icon: 'outline', tone: 'text-ink-soft' },
} as const satisfies Record<Finding['result'], object>

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

const LOOKS = {
  broken: { words: 'It does not hold.', icon: 'cross', frame: 'border-madder bg-madder-wash text-madder' },
  foreign: {
    words: 'It is consistent, but this service’s key did not sign it.',
    icon: 'outline',
    frame: 'border-ochre bg-ochre-wash text-ochre',
  },
  sound: {
    words: 'Everything that can be checked holds.',
    icon: 'check',
    frame: 'border-green bg-green-wash text-green-deep',
  },
} as const satisfies Record<Verdict, object>

/** The overall result of all findings. */
export function VerdictLine({ findings }: { findings: readonly Finding[] }) {
  const { words, icon, frame } = LOOKS[verdictOf(findings)]
  return (
    <p tabIndex={-1} className={`flex items-start gap-3 border-2 px-5 py-4 ${frame}`}>
      <Icon name={icon} className="mt-0.5 size-7" />
      <span>
        <span className="block font-display text-xl">{words}</span>
        <span className="block text-sm">{countWords(findings)}</span>
      </span>
    </p>
  )
}

/** The result of a receipt's checks in one line, with all findings to unfold. */
export function CheckedFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <VerdictLine findings={findings} />
      <details className="mt-3 print:not-open:hidden" open={findings.some(({ result }) => result === 'invalid')}>
        <FoldSummary>Each of the {findings.length} checks</FoldSummary>
        <div className="mt-2">
          <FindingList findings={findings} />
        </div>
      </details>
    </>
  )
}

/** The result of one signature's check in one line, with the findings to unfold. */
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
