import type { Label } from '@/lib/machine/labels'
import type { RecordType, ReportView } from '@/lib/moderation/schemas'

/** The name of each record type, capitalised. */
export const RECORD_NAMES: Readonly<Record<RecordType, string>> = {
  challenge: 'Challenge',
  mission: 'Mission',
  proof: 'Proof',
  proposal: 'Proposal',
  evidence: 'Evidence',
  commitment: 'Commitment',
  funding: 'Funding record',
  decision: 'Reviewer’s decision',
  submission: 'Response link',
  'muse-link': 'Reason for the end of a link',
  release: 'Reason for a release',
}

export const REPORT_LABELS: Readonly<Record<ReportView['state'], Label>> = {
  open: { word: 'Waits for a moderator', tone: 'waiting', mark: 'hourglass' },
  hidden: { word: 'Hidden', tone: 'refused', mark: 'cross' },
  dismissed: { word: 'Dismissed', tone: 'resting', mark: 'outline' },
}

export const HIDDEN_LABELS: Readonly<Record<'hidden' | 'restored', Label>> = {
  hidden: { word: 'Hidden', tone: 'refused', mark: 'cross' },
  restored: { word: 'Restored', tone: 'done', mark: 'check' },
}
