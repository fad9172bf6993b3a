import { z } from 'zod'

/** What an event of the audit history tells, as a sentence without its actor. */
const EVENT_LABELS: Readonly<Record<string, string>> = {
  'challenge-created': 'Challenge published',
  'link-recorded': 'Response link recorded',
  'submissions-closed': 'Submission day ended, discussion closed',
  'discussion-linked': 'Discussion linked',
  'proposals-imported': 'Replies imported as proposals',
  'proposal-accepted': 'Proposal accepted as a response',
  'proposal-rejected': 'Proposal rejected',
  'post-sent': 'Posted on the community platform',
  'decision-submitted': 'Decision submitted',
  'decision-withdrawn': 'Decision withdrawn',
  'decision-verified': 'Decision verified by signature',
  'decision-rejected': 'Decision rejected by signature',
  'challenge-cancelled': 'Challenge cancelled',
  converted: 'Became a mission',
  'mission-created': 'Mission published',
  'mission-claimed': 'Mission claimed',
  'deadline-moved': 'Deadline moved forward',
  'mission-released': 'Claim released',
  'proof-submitted': 'Proof submitted',
  'file-added': 'Evidence file added',
  'proof-reviewed': 'Proof reviewed by signature',
  'outcome-recorded': 'Outcome recorded',
  'receipt-issued': 'Receipt issued',
  'payment-recorded': 'Payment recorded',
  'verification-withdrawn': 'Verified no more, for its proof is hidden',
  'record-hidden': 'Hidden by a moderator',
  'record-restored': 'Restored by a moderator',
  'content-erased': 'Content erased by law',
  'commitment-made': 'Commitment made',
  'project-decided': 'Decision of a reviewer',
  'project-verification': 'Decision on the project, by signature',
  'funding-recorded': 'Funding recorded',
  'evidence-added': 'Evidence added',
  'milestone-added': 'Milestone added',
  'milestone-set': 'Milestone set by the owner',
}

/** A kind that has no words yet is shown as it is written. */
export const eventLabel = (kind: string) => EVENT_LABELS[kind] ?? kind.replaceAll('-', ' ')

const words = z.string().optional().catch(undefined)
const Words = z.object({
  explanation: words,
  reason: words,
  statement: words,
  verification: z.object({ explanation: words }).optional().catch(undefined),
  review: z.object({ reason: words }).optional().catch(undefined),
})

const signedWords = { verdict: z.string(), verifier: z.string(), message: z.string(), signature: z.string() }

/** As events keep signed verdicts; what was judged goes whole into the hash, so its fields are left as they are. */
const SignedEvent = z.union([
  z
    .object({
      decision: z.looseObject({ challengeId: z.string() }),
      verification: z.object({ ...signedWords, explanation: z.string() }),
    })
    .transform(({ decision, verification: { explanation: words, ...signed } }) => ({
      content: decision,
      signed,
      words,
    })),
  z
    .object({
      project: z.looseObject({ projectId: z.string() }),
      review: z.object({ ...signedWords, reason: z.string() }),
    })
    .transform(({ project, review: { reason: words, ...signed } }) => ({ content: project, signed, words })),
])

/** The signed verdict that an event keeps with what was judged, where no other place shows both. */
export function eventVerdict(data: Readonly<Record<string, unknown>>): z.output<typeof SignedEvent> | null {
  const parsed = SignedEvent.safeParse(data)
  return parsed.success ? parsed.data : null
}

/** What the actor wrote about an event, if anything. */
export function eventWords(data: Readonly<Record<string, unknown>>): string | null {
  const { explanation, reason, statement, verification, review } = Words.parse(data)
  return verification?.explanation ?? review?.reason ?? explanation ?? reason ?? statement ?? null
}
