import type { Label } from '@/lib/machine/labels'
import type { PartState } from '@/lib/status/facts'

export const PART_LABELS: Readonly<Record<PartState, Label>> = {
  ok: { word: 'Works', tone: 'done', mark: 'check' },
  slow: { word: 'Slow', tone: 'waiting', mark: 'hourglass' },
  down: { word: 'Does not answer', tone: 'refused', mark: 'cross' },
  off: { word: 'Off', tone: 'resting', mark: 'outline' },
  unchecked: { word: 'Configured, not checked', tone: 'waiting', mark: 'hourglass' },
}
