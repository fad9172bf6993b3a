import { FilesOfProof } from '@/components/evidence/file-facts'
import { AutomaticCheck } from '@/components/missions/automatic-check'
import { CardPart, WaitingCard } from '@/components/review/waiting-card'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { WalletAddress } from '@/components/ui/wallet-address'
import { codeHostReference, PROOF_KIND_LABELS } from '@/lib/missions/labels'
import type { WaitingProof } from '@/lib/review/schemas'

export function WaitingProofCard({ proof, place, count }: { proof: WaitingProof; place: number; count: number }) {
  const { id, missionId, title, owner, contributorWallet, submittedBy, milestone, attempt } = proof
  const reference = proof.proofKind === 'CodeHost' ? codeHostReference(proof.url) : null
  return (
    <WaitingCard
      item={{ kind: 'proof', id, recordId: missionId, title, owner, contributorWallet, submittedBy }}
      place={place}
      count={count}
      kicker={`Proof of a mission${attempt > 1 ? `, attempt ${attempt}` : ''}`}
      href={`/missions/${missionId}#proof-${id}`}
      submittedAt={proof.submittedAt}
      asked={
        <>
          <CardPart name={`${milestone.required ? 'Required' : 'Optional'} milestone`}>
            <p className="font-semibold">{milestone.title}</p>
          </CardPart>
          <CardPart name="Proof required">
            <Prose text={proof.requiredProof} />
          </CardPart>
          <CardPart name="Done when">
            <Prose text={proof.definitionOfDone} />
          </CardPart>
          {proof.deliverable ? (
            <CardPart name="Deliverable">
              <Prose text={proof.deliverable} />
            </CardPart>
          ) : null}
        </>
      }
      brought={
        <>
          <CardPart name={`Evidence: ${PROOF_KIND_LABELS[proof.proofKind]}${reference ? `, ${reference}` : ''}`}>
            <p>
              <ExternalLink href={proof.url} />
            </p>
          </CardPart>
          <CardPart name="In the contributor’s words">
            <Prose text={proof.note} />
          </CardPart>
          {proof.files.length > 0 ? (
            <CardPart name="Files, covered by your signature">
              <FilesOfProof files={proof.files} page={`/missions/${missionId}`} />
            </CardPart>
          ) : null}
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
            <span>
              Submitted by <WalletAddress address={submittedBy} />
            </span>
            <span>
              Owner <WalletAddress address={owner} />
            </span>
          </p>
          {proof.check.status === 'not-applicable' ? null : <AutomaticCheck check={proof.check} />}
        </>
      }
    />
  )
}
