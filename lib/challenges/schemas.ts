import { z } from 'zod'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import {
  Address,
  Day,
  EligibleVerifiers,
  Id,
  Label,
  LongText,
  POST_MEANING,
  PostUrl,
  prose,
  Reason,
  ResponseUrl,
  Side,
  Timestamp,
  Title,
  Wallet,
} from '@/lib/contract/fields'
import { PageQuery, Sort, TitleSearch } from '@/lib/contract/list'
import { SIGNED_FIELDS } from '@/lib/contract/signed-step'
import { DECISION_VERDICTS } from '@/lib/history/event-verdict'
import { historyFrom } from '@/lib/history/schemas'

const ResponseLinkInput = z.object({ side: Side, url: ResponseUrl })

export const CreateChallenge = z
  .object({
    title: Title,
    prompt: LongText,
    submissionDeadline: Day.meta({ description: 'Today (UTC) or later; the day ends at 24:00 UTC.' }),
    decisionDeadline: Day.meta({ description: 'Not before the submission deadline.' }),
    rewardDescription: prose(500),
    contenderA: Label.meta({ description: 'Label of side A.' }),
    contenderB: Label.meta({ description: 'Label of side B.' }),
    submissions: z
      .array(ResponseLinkInput, { error: 'This field must be a list of response links.' })
      .max(2, 'At most one response link per side.')
      .optional(),
  })
  .meta({ id: 'CreateChallenge' })

export const ResponseLink = ResponseLinkInput.meta({ id: 'ResponseLink' })

export const SubmitDecision = z
  .object({
    side: Side.meta({ description: "The community's choice." }),
    decisionUrl: PostUrl.meta({ description: POST_MEANING }),
    explanation: Reason,
  })
  .meta({ id: 'SubmitDecision' })

export const WithdrawDecision = z.object({ reason: Reason }).meta({ id: 'WithdrawDecision' })

const DecisionVerdict = z.enum(DECISION_VERDICTS)

export const VerifyDecision = z.object({ verdict: DecisionVerdict, explanation: Reason }).meta({ id: 'VerifyDecision' })

export const CancelChallenge = z.object({ reason: Reason }).meta({ id: 'CancelChallenge' })

export const MoveDeadlines = z
  .object({ submissionDeadline: Day.optional(), decisionDeadline: Day.optional(), reason: Reason })
  .refine((body) => body.submissionDeadline !== undefined || body.decisionDeadline !== undefined, {
    error: 'Name a new submission deadline, a new decision deadline, or both.',
    path: ['submissionDeadline'],
  })
  .meta({ id: 'MoveDeadlines' })

export const ChallengeQuery = PageQuery.extend({
  state: z.enum(CHALLENGE_STATES, { error: 'This parameter must be a challenge state.' }).optional(),
  owner: Address.optional(),
  q: TitleSearch.optional(),
  sort: Sort,
  needs: z
    .literal('response', { error: 'This parameter must be response.' })
    .optional()
    .meta({ description: 'Only challenges of which a side has no response yet, and still takes one.' }),
})

/** A verifier's own involvement in a challenge whose decision they judged. */
export const Disclosure = z
  .object({
    fact: z.enum(['recorded-link', 'wrote-proposal']).meta({
      description:
        'They recorded a response link, or a Muse that was linked to their wallet since the challenge began wrote a proposal.',
    }),
    id: Id.meta({ description: 'Of the response link or the proposal.' }),
    side: Side.nullable().meta({ description: 'Null for a proposal that became no response.' }),
    museId: z.string().nullable(),
  })
  .meta({ id: 'Disclosure' })
export type Disclosure = z.infer<typeof Disclosure>

export const DecisionVerificationView = z
  .object({
    verdict: DecisionVerdict,
    explanation: z.string(),
    ...SIGNED_FIELDS,
    disclosures: z.array(Disclosure).nullable().optional().meta({
      description:
        'As they stood when it was signed; empty where the verifier had no part. Null or absent where it was signed before this was noted.',
    }),
  })
  .meta({ id: 'DecisionVerification' })
export type DecisionVerificationView = z.infer<typeof DecisionVerificationView>

export const SubmissionView = z
  .object({
    id: Id,
    side: Side,
    url: z.string().nullable().meta({ description: 'Null only while a moderator hides the link.' }),
    submittedBy: Wallet,
    submittedAt: Timestamp,
    proposalId: Id.nullable(),
    withheld: z.literal(true).optional().meta({
      description:
        'Only while a moderator hides the link. A `DRAFT` or `OPEN` challenge shows no link then: the side is free.',
    }),
  })
  .meta({ id: 'Submission' })

const DecisionView = z
  .object({
    side: Side,
    decisionUrl: z.string(),
    explanation: z.string(),
    submittedAt: Timestamp,
    late: z.boolean().meta({ description: 'Submitted after the decision deadline.' }),
    verification: DecisionVerificationView.nullable(),
  })
  .meta({ id: 'Decision' })

export const ChallengeView = z
  .object({
    id: Id,
    state: z.enum(CHALLENGE_STATES),
    title: z.string(),
    prompt: z.string(),
    submissionDeadline: Day,
    decisionDeadline: Day,
    reward: z.object({ type: z.literal('reputation'), label: z.string() }),
    contenderA: z.string(),
    contenderB: z.string(),
    owner: Wallet,
    submissions: z.object({ A: SubmissionView.nullable(), B: SubmissionView.nullable() }),
    decision: DecisionView.nullable(),
    cancellation: z.object({ reason: z.string(), at: Timestamp }).nullable(),
    missionId: Id.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Challenge' })

export const ChallengeRecord = ChallengeView.extend({
  history: historyFrom('challenge-created', 'DRAFT'),
  eligibleVerifiers: EligibleVerifiers.nullable().meta({
    description:
      'How many wallets of the allowlist may judge its decision, also before there is one; null once it is verified, and when cancelled.',
  }),
}).meta({ id: 'ChallengeRecord' })

export type ChallengeView = z.infer<typeof ChallengeView>
export type ChallengeRecord = z.infer<typeof ChallengeRecord>
