import { AutomaticCheck } from '@/components/missions/automatic-check'
import { CheckAgain } from '@/components/projects/check-again'
import { Part, PartList } from '@/components/projects/part-list'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { EVIDENCE_KIND_LABELS } from '@/lib/projects/labels'
import type { EvidenceView } from '@/lib/projects/schemas'

/** What people say shows the work. */
export function Evidence({ projectId, evidence }: { projectId: string; evidence: readonly EvidenceView[] }) {
  return (
    <Section
      id="evidence"
      title="Evidence"
      note="Addresses, receipts, deliverables and transactions that anybody may add. Only a proof that a verifier signed verifies a milestone."
    >
      <PartList
        parts={evidence}
        none="No evidence yet. Anybody with a wallet may add some, above."
        part={({ id, kind, url, txHash, note, submittedBy, submittedAt, check }, index) => (
          <Part
            key={id}
            type="evidence"
            id={id}
            about={`evidence ${index + 1}`}
            by={{ word: 'Added by', wallet: submittedBy, at: submittedAt }}
            after={
              txHash ? (
                <>
                  <AutomaticCheck check={check} />
                  <CheckAgain projectId={projectId} recordType="evidence" recordId={id} check={check} />
                </>
              ) : null
            }
          >
            <h3 className="font-sans font-semibold">{EVIDENCE_KIND_LABELS[kind]}</h3>
            {url ? (
              <p className="mt-1">
                <ExternalLink href={url} />
              </p>
            ) : null}
            {note ? <Prose text={note} className="mt-1" /> : null}
          </Part>
        )}
      />
    </Section>
  )
}
