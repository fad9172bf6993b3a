import type { IconName } from '@/components/ui/icon'

const KIND_ICONS: Readonly<Record<string, IconName>> = {
  'deadline-passed': 'hourglass',
  'link-recorded': 'branch',
  'proposal-imported': 'voices',
  'post-sent': 'send',
  'post-failed': 'cross',
  'decision-waiting': 'quill',
  'decision-verified': 'seal',
  'decision-rejected': 'cross',
  designated: 'hand',
  'mission-claimed': 'hand',
  'proof-submitted': 'lens',
  'proof-waiting': 'lens',
  'proof-reviewed': 'pencil',
  'project-reviewed': 'seal',
  receipt: 'receipt',
  payment: 'wallet',
  commitment: 'hand',
  funding: 'wallet',
  evidence: 'branch',
  'project-decision': 'voices',
  'record-reported': 'lens',
  'report-settled': 'check',
  'record-hidden': 'cross',
  'record-restored': 'check',
}

/** The drawing beside a notification; a kind that has none yet gets a clock. */
export const kindIcon = (kind: string): IconName => KIND_ICONS[kind] ?? 'clock'
