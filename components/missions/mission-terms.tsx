import { AutomaticCheck } from '@/components/missions/automatic-check'
import { Fact, Facts } from '@/components/ui/facts'
import { PhoneFold } from '@/components/ui/fold'
import { Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { chainName } from '@/lib/chain/labels'
import type { CheckView } from '@/lib/chain/schemas'

export interface Terms {
  readonly summary: string
  readonly deliverable: string | null
  readonly definitionOfDone: string
  readonly requiredProof: string
  readonly rewardTerms: string | null
  readonly approvalRule: string
}

/**
 * The terms as published; a receipt repeats them.
 * @param isLong whether other parts of the page follow: then all but the summary is folded on a phone.
 */
export function MissionTerms({ terms, isLong = false }: { terms: Terms; isLong?: boolean }) {
  // Of a mission that was a challenge they are one text.
  const isDoneByExisting = terms.deliverable === terms.definitionOfDone
  const others = (
    <Facts>
      {terms.deliverable && !isDoneByExisting ? (
        <Fact name="Deliverable">
          <Prose text={terms.deliverable} />
        </Fact>
      ) : null}
      <Fact name={isDoneByExisting ? 'Deliverable, done when it exists' : 'Done when'}>
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
  return (
    <>
      <Facts>
        <Fact name="Summary">
          <Prose text={terms.summary} className="text-lg" />
        </Fact>
      </Facts>
      {isLong ? (
        <PhoneFold words="The terms in full">
          <div className="max-sm:pb-3 sm:pt-5 print:pt-5">{others}</div>
        </PhoneFold>
      ) : (
        <div className="mt-5">{others}</div>
      )}
    </>
  )
}

interface BountyFacts {
  readonly chainId: string | null
  readonly txHash: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly check?: CheckView
}

/** A bounty that was named. The service holds and releases nothing. */
export function Bounty({ bounty }: { bounty: BountyFacts }) {
  return (
    <>
      <p className="font-display text-2xl">
        {[bounty.amount, bounty.currency].filter(Boolean).join(' ') || 'No amount named'}
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {bounty.chainId ? `${chainName(bounty.chainId)}. ` : ''}Recorded, not held. The service moves no money.
      </p>
      {bounty.check && bounty.txHash ? <AutomaticCheck check={bounty.check} /> : null}
    </>
  )
}

export function BountySection({ bounty }: { bounty: BountyFacts | null }) {
  if (!bounty) return null
  return (
    <Section id="bounty" title="Bounty">
      <Bounty bounty={bounty} />
    </Section>
  )
}
