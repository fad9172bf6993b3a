import type { IconName } from '@/components/ui/icon'
import { type Verdict, verdictIn } from '@/lib/notifications/review-titles'
import type { NotificationView } from '@/lib/notifications/schemas'

const KINDS_BY_ICON: readonly (readonly [IconName, readonly string[]])[] = [
  [
    'hourglass',
    [
      'deadline-passed',
      'deadline-moved',
      'mission-due',
      'mission-overdue',
      'decision-due',
      'decision-overdue',
      'no-verifier',
    ],
  ],
  ['branch', ['link-recorded', 'evidence']],
  ['voices', ['proposal-imported', 'project-decision']],
  ['send', ['post-sent']],
  ['cross', ['post-failed', 'decision-rejected', 'record-hidden', 'muse-unlinked']],
  ['quill', ['decision-waiting', 'decision-withdrawn']],
  ['seal', ['decision-verified', 'project-reviewed']],
  ['hand', ['designated', 'mission-claimed', 'commitment']],
  ['leaf', ['mission-released']],
  ['lens', ['proof-submitted', 'proof-waiting', 'proof-reviewed', 'record-reported']],
  ['pencil', ['milestones-changed']],
  ['receipt', ['receipt']],
  ['wallet', ['payment', 'funding']],
  ['check', ['report-settled', 'record-restored']],
]

/** Those of the verdicts, as a review shows them. A kind does not tell which one it was. */
const ICONS_BY_VERDICT: Readonly<Record<Verdict, IconName>> = {
  approve: 'seal',
  'request-changes': 'pencil',
  reject: 'cross',
}

/** The icon of a notification; a clock for kinds without an icon. */
export function noticeIcon({ kind, title }: Pick<NotificationView, 'kind' | 'title'>): IconName {
  const verdict = kind === 'proof-reviewed' ? verdictIn(title) : undefined
  if (verdict) return ICONS_BY_VERDICT[verdict]
  return KINDS_BY_ICON.find(([, kinds]) => kinds.includes(kind))?.[0] ?? 'clock'
}
