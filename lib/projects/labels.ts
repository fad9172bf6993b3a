import type { Label } from '@/lib/machine/labels'
import type { CommitmentView, EvidenceView, ProjectDecisionView } from '@/lib/projects/schemas'

export const COMMITMENT_KIND_LABELS: Readonly<Record<CommitmentView['kind'], Label>> = {
  work: { word: 'Work', tone: 'growing', mark: 'hand' },
  funds: { word: 'Funds', tone: 'growing', mark: 'seed' },
  resources: { word: 'Resources', tone: 'growing', mark: 'branch' },
}

export const EVIDENCE_KIND_LABELS: Readonly<Record<EvidenceView['kind'], string>> = {
  Link: 'Link',
  Receipt: 'Receipt',
  Deliverable: 'Deliverable',
  Transaction: 'Transaction',
}

/** Only a verifier's signed decision gets the seal; an opinion is no verification. */
export const projectDecisionLabel = ({ verdict, signed }: ProjectDecisionView): Label => {
  if (verdict === 'reject') return { word: signed ? 'Rejected' : 'Speaks against it', tone: 'refused', mark: 'cross' }
  return signed
    ? { word: 'Approved', tone: 'done', mark: 'seal' }
    : { word: 'Speaks for it', tone: 'growing', mark: 'check' }
}
