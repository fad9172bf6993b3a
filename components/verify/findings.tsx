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
  unchecked: {
    words: 'It is consistent, and names this service’s key. Whether that signed it cannot be told here.',
    icon: 'outline',
    frame: 'border-ochre bg-ochre-wash text-ochre',
  },
  keyless: {
    words: 'It is consistent. Whether one of this service’s keys signed it cannot be told at the moment.',
    icon: 'outline',
    frame: 'border-ochre bg-ochre-wash text-ochre',
  },
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
} as const satisfies Record<Verdict | 'keyless', object>

/**
 * The overall result of all findings.
 * @param areKeysKnown whether the checker was told the service's keys: without them every key is foreign to it.
 * @param onShown is given its line, to move the focus there.
 */
export function VerdictLine({
  findings,
  areKeysKnown = true,
  onShown,
}: {
  findings: readonly Finding[]
  areKeysKnown?: boolean
  onShown?: (line: HTMLElement | null) => void
}) {
  const verdict = verdictOf(findings)
  const { words, icon, frame } = LOOKS[verdict === 'foreign' && !areKeysKnown ? 'keyless' : verdict]
  return (
    <p ref={onShown} tabIndex={-1} className={`flex items-start gap-3 border-2 px-5 py-4 ${frame}`}>
      <Icon name={icon} className="mt-0.5 size-7" />
      <span>
        <span className="block font-display text-xl">{words}</span>
        <span className="block text-sm">{countWords(findings)}</span>
      </span>
    </p>
  )
}

/** All findings of a receipt's checks, to unfold below the line of its verdict. */
export function FoldedFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <details className="mt-3 print:not-open:hidden" open={findings.some(({ result }) => result === 'invalid')}>
      <FoldSummary>Each of the {findings.length} checks</FoldSummary>
      <div className="mt-2">
        <FindingList findings={findings} />
      </div>
    </details>
  )
}

const SIGNATURE_WORDS: Readonly<Record<Finding['result'], string>> = {
  invalid: 'This signature does not hold',
  unknown: 'Whose signature it is cannot be told',
  valid: 'The signature holds, checked in your browser',
}

/** Of one signature's check: what is wrong, before what cannot be told of the signature itself. */
function resultOf(findings: readonly Finding[]): Finding['result'] {
  if (findings.some(({ result }) => result === 'invalid')) return 'invalid'
  return findings.find(({ check }) => check === 'wallet-signature')?.result ?? 'unknown'
}

/** The result of one signature's check in one line, with the findings to unfold. */
export function SignatureAnswer({ findings }: { findings: readonly Finding[] }) {
  const result = resultOf(findings)
  const { icon, tone } = MARKS[result]
  return (
    <details className="group" open={result !== 'valid'}>
      <summary className={`inline-flex min-h-11 items-center gap-2 text-sm font-semibold ${tone}`}>
        <Icon name={icon} className="size-5" />
        {SIGNATURE_WORDS[result]}
        <Icon name="raw" className="turns size-3.5 text-ink-soft print:hidden" />
      </summary>
      <FindingList findings={findings} />
    </details>
  )
}
