import { Contenders } from '@/components/challenges/contenders'
import { SignedWords } from '@/components/record/signed-words'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { Raw, RawText } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { disclosureWords } from '@/lib/challenges/labels'
import { VERDICT_LABELS } from '@/lib/missions/labels'
import type { ReceiptView } from '@/lib/receipts/schemas'

const Withheld = () => (
  <p className="text-ink-soft">
    The responses and the decision are not in this receipt: a moderator had hidden the challenge when it was issued.
  </p>
)

/** The question, the two responses, and the recorded side. */
export function Discussion({ receipt }: { receipt: ReceiptView }) {
  const { discussion } = receipt
  const { A, B } = discussion.submissions ?? { A: null, B: null }
  return (
    <Section
      id="discussion"
      title="Community discussion"
      note="What was asked and decided in public. The service counted no votes."
    >
      {discussion.withheld ? <Withheld /> : null}
      {discussion.prompt ? <Prose text={discussion.prompt} /> : null}
      {A && B ? (
        <div className="mt-6">
          <Contenders
            sides={{ A: { label: A.label, link: A }, B: { label: B.label, link: B } }}
            chosen={discussion.chosenSide}
            isVerified={receipt.decisionVerification !== null}
          />
        </div>
      ) : null}
      {discussion.explanation ? (
        <div className="mt-6">
          <p className="caption">Why, in the owner’s words</p>
          <Prose text={discussion.explanation} />
        </div>
      ) : null}
      <ul className="mt-4 space-y-1">
        {discussion.decisionUrl ? (
          <li>
            <ExternalLink href={discussion.decisionUrl} label="The public decision" />
          </li>
        ) : null}
        {discussion.sourceUrl ? (
          <li>
            <ExternalLink href={discussion.sourceUrl} label="The public post it came from" />
          </li>
        ) : null}
        {discussion.challengeId ? (
          <li>
            <TextLink href={`/challenges/${discussion.challengeId}`}>The challenge with its whole history</TextLink>
          </li>
        ) : null}
      </ul>
      <Raw summary="Discussion as recorded">
        <RawText name="discussion" text={JSON.stringify(discussion, null, 2)} />
      </Raw>
    </Section>
  )
}

/** The verifier's signed verdict on that decision. */
export function DecisionVerification({ receipt }: { receipt: ReceiptView }) {
  const verification = receipt.decisionVerification
  const { challengeId, chosenSide, decisionUrl, explanation, withheld } = receipt.discussion
  return (
    <Section id="decision-verification" title="Decision verification">
      {verification ? (
        <SignedWords
          label={VERDICT_LABELS[verification.verdict]}
          words={verification.explanation}
          about={disclosureWords(verification)}
          signed={verification}
          content={{ challengeId, side: chosenSide, decisionUrl, explanation }}
          checksItself
        />
      ) : withheld ? (
        <Withheld />
      ) : (
        <p className="text-ink-soft">None: the mission was published directly, without a challenge.</p>
      )}
    </Section>
  )
}
