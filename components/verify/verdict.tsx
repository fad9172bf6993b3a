import type { Ref } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { countWords, type Finding, type Verdict, verdictOf } from '@/lib/verify/finding'

interface Look {
  readonly words: string
  readonly icon: IconName
  readonly frame: string
}

const LOOKS: Readonly<Record<Verdict, Look>> = {
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
}

/** What all findings together say. @param ref to move the focus here once there is an answer. */
export function VerdictLine({ findings, ref }: { findings: readonly Finding[]; ref?: Ref<HTMLParagraphElement> }) {
  const { words, icon, frame } = LOOKS[verdictOf(findings)]
  return (
    <p ref={ref} tabIndex={-1} className={`flex items-start gap-3 border-2 px-5 py-4 ${frame}`}>
      <Icon name={icon} className="mt-0.5 size-7" />
      <span>
        <span className="block font-display text-xl">{words}</span>
        <span className="block text-sm">{countWords(findings)}</span>
      </span>
    </p>
  )
}
