import { Fact, Facts } from '@/components/ui/facts'
import { Prose } from '@/components/ui/prose'

export interface Terms {
  readonly summary: string
  readonly deliverable: string | null
  readonly definitionOfDone: string
  readonly requiredProof: string
  readonly rewardTerms: string | null
  readonly approvalRule: string
}

/** The terms as they were published; a receipt repeats them. */
export function MissionTerms({ terms }: { terms: Terms }) {
  return (
    <Facts>
      <Fact name="Summary">
        <Prose text={terms.summary} className="text-lg" />
      </Fact>
      {terms.deliverable ? (
        <Fact name="Deliverable">
          <Prose text={terms.deliverable} />
        </Fact>
      ) : null}
      <Fact name="Done means">
        <Prose text={terms.definitionOfDone} />
      </Fact>
      <Fact name="Proof required">
        <Prose text={terms.requiredProof} />
      </Fact>
      {terms.rewardTerms ? (
        <Fact name="Reward terms">
          <Prose text={terms.rewardTerms} />
        </Fact>
      ) : null}
      <Fact name="Approval">{terms.approvalRule}</Fact>
    </Facts>
  )
}
