import type { Ref } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import type { Finding } from '@/lib/verify/finding'

interface Verdict {
  readonly words: string
  readonly icon: IconName
  readonly frame: string
}

const BROKEN: Verdict = { words: 'It does not hold.', icon: 'cross', frame: 'border-madder bg-madder-wash text-madder' }
const FOREIGN: Verdict = {
  words: 'It is consistent, but this service’s key did not sign it.',
  icon: 'outline',
  frame: 'border-ochre bg-ochre-wash text-ochre',
}
const SOUND: Verdict = {
  words: 'Everything that can be checked holds.',
  icon: 'check',
  frame: 'border-green bg-green-wash text-green-deep',
}

function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ result }) => result === 'invalid')) return BROKEN
  return findings.some(({ check, result }) => check === 'service-key' && result === 'unknown') ? FOREIGN : SOUND
}

/** What all findings together say. @param ref to move the focus here once there is an answer. */
export function VerdictLine({ findings, ref }: { findings: readonly Finding[]; ref?: Ref<HTMLParagraphElement> }) {
  const { words, icon, frame } = verdictOf(findings)
  const counted = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length
  const rest = [
    [counted('valid'), 'held'],
    [counted('invalid'), 'did not'],
    [counted('unknown'), 'could not be told'],
  ] as const
  return (
    <p ref={ref} tabIndex={-1} className={`flex items-start gap-3 border-2 px-5 py-4 ${frame}`}>
      <Icon name={icon} className="mt-0.5 size-7" />
      <span>
        <span className="block font-display text-xl">{words}</span>
        <span className="block text-sm">
          {findings.length} checks:{' '}
          {rest
            .filter(([count]) => count > 0)
            .map(([count, word]) => `${count} ${word}`)
            .join(', ')}
          .
        </span>
      </span>
    </p>
  )
}
