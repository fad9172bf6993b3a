import { RecordedFiles } from '@/components/evidence/file-facts'
import { HandedIn } from '@/components/missions/proof-card'
import { SignedWords } from '@/components/record/signed-words'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name, Quoted } from '@/components/ui/prose'
import { Raw, RawText } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { PROOF_KIND_LABELS, PROOF_STATUS_LABELS, VERDICT_LABELS } from '@/lib/missions/labels'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { judgedBy } from '@/lib/verify/contents'

/** The submitted proofs, and the verifiers' signed reviews: two separate facts of a receipt. */
export function ReceiptEvidence({ receipt }: { receipt: ReceiptView }) {
  return (
    <>
      <Section id="evidence" title="Evidence">
        {receipt.evidence.length > 0 ? (
          <ol className="space-y-5">
            {receipt.evidence.map((proof) => (
              <Evidence key={proof.proofId} proof={proof} milestones={receipt.terms.milestones} />
            ))}
          </ol>
        ) : (
          <p className="text-ink-soft">No proof stands in this receipt.</p>
        )}
        {receipt.files ? (
          <>
            <h3 className="mt-6 text-lg">Files for the mission as a whole</h3>
            <RecordedFiles files={receipt.files} />
          </>
        ) : null}
        <Raw summary="Evidence as recorded">
          <RawText name="evidence" text={JSON.stringify(receipt.evidence, null, 2)} />
        </Raw>
      </Section>
      <Section id="verifier-decisions" title="Verifier decisions">
        {receipt.verifierDecisions.length > 0 ? (
          <div className="space-y-6">
            {receipt.verifierDecisions.map((decision) => (
              <SignedWords
                key={decision.signature}
                label={VERDICT_LABELS[decision.verdict]}
                words={decision.reason}
                signed={decision}
                content={contentOf(receipt, decision)}
                checksItself
                about={
                  <a href={`#proof-${decision.proofId}`} className="link">
                    about <ProofName receipt={receipt} proofId={decision.proofId} />
                  </a>
                }
              />
            ))}
          </div>
        ) : (
          <p className="text-ink-soft">No review stands in this receipt.</p>
        )}
      </Section>
    </>
  )
}

function contentOf(receipt: ReceiptView, review: ReceiptView['verifierDecisions'][number]) {
  const proof = receipt.evidence.find((candidate) => candidate.proofId === review.proofId)
  return proof ? judgedBy(review, { ...proof, missionId: receipt.missionId }) : null
}

function ProofName({ receipt, proofId }: { receipt: ReceiptView; proofId: string }) {
  const proof = receipt.evidence.find((candidate) => candidate.proofId === proofId)
  const milestone = receipt.terms.milestones.find((candidate) => candidate.id === proof?.milestoneId)
  if (!milestone) return 'a proof'
  return (
    <>
      the proof for <Quoted text={milestone.title} />
    </>
  )
}

function Evidence({
  proof,
  milestones,
}: {
  proof: ReceiptView['evidence'][number]
  milestones: ReceiptView['terms']['milestones']
}) {
  const milestone = milestones.find((candidate) => candidate.id === proof.milestoneId)
  return (
    <li id={`proof-${proof.proofId}`} className="border border-rule-strong bg-leaf px-5 py-4 break-inside-avoid">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg [overflow-wrap:anywhere]">
          <Name text={milestone?.title ?? ''} /> <span className="caption">({PROOF_KIND_LABELS[proof.kind]})</span>
        </h3>
        <LabelBadge label={PROOF_STATUS_LABELS[proof.status]} />
      </div>
      <HandedIn proof={proof} />
      <RecordedFiles files={proof.files} />
    </li>
  )
}
