import { SignedWords } from '@/components/record/signed-words'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name, Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { Moment } from '@/components/ui/times'
import { judgedDecision } from '@/lib/challenges/judged-decision'
import { disclosureWords } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { VERDICT_LABELS } from '@/lib/missions/labels'

/** The decision that the owner recorded for the community, and the verifier's signature on it: two separate facts. */
export function Decision({ challenge }: { challenge: ChallengeView }) {
  const { decision } = challenge
  if (!decision) return null
  const chosen = decision.side === 'A' ? challenge.contenderA : challenge.contenderB
  return (
    <Section id="decision" title="Decision">
      <div className="grid gap-8 md:grid-cols-2">
        <div className="min-w-0">
          <p className="caption">Recorded by the owner</p>
          <p className="mt-1 font-display text-xl">
            Side <em>{decision.side}</em>: <Name text={chosen} />
          </p>
          <Prose text={decision.explanation} className="mt-2" />
          <p className="mt-3">
            <ExternalLink href={decision.decisionUrl} label="The public decision" />
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <Moment at={decision.submittedAt} />
            {decision.late ? (
              <LabelBadge label={{ word: 'After the decision deadline', tone: 'waiting', mark: 'hourglass' }} />
            ) : null}
          </p>
        </div>
        <div className="min-w-0">
          <p className="caption mb-2">Verified by signature</p>
          {decision.verification ? (
            <SignedWords
              label={VERDICT_LABELS[decision.verification.verdict]}
              words={decision.verification.explanation}
              about={disclosureWords(decision.verification)}
              signed={decision.verification}
              content={judgedDecision(challenge.id, decision)}
            />
          ) : (
            <p className="border-l-2 border-rule-strong border-dashed pl-4 text-ink-soft">
              Not yet. Until a verifier signs, this is the owner’s word only. The owner can never verify their own
              decision.
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}
