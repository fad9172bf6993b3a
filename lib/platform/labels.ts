import type { Label, StateLabel } from '@/lib/machine/labels'
import type { CallOutcome, PlatformMode } from '@/lib/platform/schemas'

export const PLATFORM_MODE_LABELS: Readonly<Record<PlatformMode, StateLabel>> = {
  off: { word: 'Off', tone: 'resting', mark: 'outline', meaning: 'No community platform is connected.' },
  'read-only': {
    word: 'Reads only',
    tone: 'growing',
    mark: 'lens',
    meaning: 'Threads are imported. Posts are previewed and approved, and none is sent.',
  },
  publishing: {
    word: 'Reads and posts',
    tone: 'done',
    mark: 'check',
    meaning: 'Threads are imported, and a post is sent once a moderator has approved it.',
  },
}

const fault = (word: string): Label => ({ word, tone: 'refused', mark: 'cross' })

export const CALL_LABELS: Readonly<Record<CallOutcome, Label>> = {
  ok: { word: 'Answered', tone: 'done', mark: 'check' },
  'not-found': { word: 'No such thing there', tone: 'resting', mark: 'outline' },
  refused: fault('Refused'),
  unreachable: fault('Not reached'),
  timeout: fault('No answer in time'),
  'too-large': fault('Answer too large'),
  redirected: fault('Led elsewhere'),
  unreadable: fault('Answer unreadable'),
  busy: { word: 'Asked too much', tone: 'waiting', mark: 'hourglass' },
}
