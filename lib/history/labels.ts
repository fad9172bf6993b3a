import { z } from 'zod'

/** Each kind of event of the audit history in words: a sentence without its actor. */
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
  'project-verification': 'Decision on the mission, by signature',
  'funding-recorded': 'Funding recorded',
  'evidence-added': 'Evidence added',
  'milestone-added': 'Milestone added',
  'milestone-set': 'Milestone set by the owner',
}

/** A kind without a label is shown as it is written. */
export const eventLabel = (kind: string) => EVENT_LABELS[kind] ?? kind.replaceAll('-', ' ')

const words = z.string().optional().catch(undefined)
const Words = z.object({
  explanation: words,
  reason: words,
  statement: words,
  verification: z.object({ explanation: words }).optional().catch(undefined),
  review: z.object({ reason: words }).optional().catch(undefined),
})

/** What the actor wrote about an event, if anything. */
export function eventWords(data: Readonly<Record<string, unknown>>): string | null {
  const { explanation, reason, statement, verification, review } = Words.parse(data)
  return verification?.explanation ?? review?.reason ?? explanation ?? reason ?? statement ?? null
}

const Release = z.object({ releaseId: z.string().optional().catch(undefined) })

/** The id of the release that an event tells of, by which its reason can be reported and hidden. */
export const eventRelease = (data: Readonly<Record<string, unknown>>): string | null =>
  Release.parse(data).releaseId ?? null
