import { Icon } from '@/components/ui/icon'
import type { Label, Tone } from '@/lib/machine/labels'

const TONES: Readonly<Record<Tone, string>> = {
  resting: 'border-rule-strong text-ink-soft border-dashed',
  growing: 'border-green/60 text-green',
  waiting: 'border-ochre/60 bg-ochre-wash text-ochre',
  done: 'border-green/60 bg-green-wash text-green-deep',
  refused: 'border-madder/60 bg-madder-wash text-madder',
}

/** A state, verdict or finding, with its colour, drawing and word. */
export function LabelBadge({ label, size = 'small' }: { label: Label; size?: 'small' | 'large' }) {
  const measure = size === 'large' ? 'gap-2 px-3 py-1 text-base' : 'gap-1.5 px-2 py-0.5 text-sm'
  return (
    <span className={`inline-flex items-center rounded-sm border font-semibold ${measure} ${TONES[label.tone]}`}>
      <Icon name={label.mark} className={size === 'large' ? 'size-5' : 'size-4'} />
      {label.word}
    </span>
  )
}
