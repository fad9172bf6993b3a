import { Part, Parts } from '@/components/missions/parts/parts'
import { SignedWords } from '@/components/record/signed-words'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose } from '@/components/ui/prose'
import { eventVerdict } from '@/lib/history/event-verdict'
import type { HistoryEventView } from '@/lib/history/schemas'
import { projectDecisionLabel } from '@/lib/projects/labels'
import type { ProjectDecisionView } from '@/lib/projects/schemas'

/** What reviewers decided about a mission: named opinions, and the signed decisions of verifiers. */
export function Decisions({
  decisions,
  events,
}: {
  decisions: readonly ProjectDecisionView[]
  /** The events of signed decisions, which keep what was judged. */
  events: readonly HistoryEventView[]
}) {
  const signed = decisions.filter((decision) => decision.signed).length
  return (
    <Parts
      id="decisions"
      title="Reviewers’ decisions"
      note="Anybody but the owner and the contributor may decide under a name, which nobody verified: that is an opinion. A verifier’s decision is signed, and anyone can check the signature."
      aside={`${signed} of ${decisions.length} signed by verifiers`}
      parts={decisions}
      part={(decision, index) => (
        <Part
          key={decision.id}
          type="decision"
          id={decision.id}
          about={`decision ${index + 1}`}
          by={
            decision.verification ? null : { word: 'Recorded by', wallet: decision.decidedBy, at: decision.decidedAt }
          }
        >
          <Decision decision={decision} content={judgedBy(decision, events)} />
        </Part>
      )}
    />
  )
}

/** What a signed decision judged, as it was then. */
function judgedBy({ id }: ProjectDecisionView, events: readonly HistoryEventView[]): object | null {
  const event = events.find(({ data }) => data['decisionId'] === id)
  return (event && eventVerdict(event.data)?.content) ?? null
}

function Decision({ decision, content }: { decision: ProjectDecisionView; content: object | null }) {
  const { reviewerName, reason, verification } = decision
  const label = projectDecisionLabel(decision)
  if (verification) return <SignedWords label={label} words={reason} signed={verification} content={content} />
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <LabelBadge label={label} />
        <span className="[overflow-wrap:anywhere]">
          <bdi className="font-semibold">{reviewerName}</bdi>{' '}
          <span className="text-sm text-ink-soft">(unverified name, not signed)</span>
        </span>
      </p>
      <Prose text={reason} className="mt-2" />
    </>
  )
}
