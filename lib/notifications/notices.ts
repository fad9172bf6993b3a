import { eligibleOf } from '@/lib/machine/conflict'
import type { Notice } from '@/lib/notifications/notify'
import { REVIEW_TITLES, type Verdict } from '@/lib/notifications/review-titles'
import { quoted } from '@/lib/text/quoted'

// The texts of all notifications. Titles are quoted in full: they have at most 140 characters.

const challengeHref = (id: string) => `/challenges/${id}`
const missionHref = (id: string) => `/missions/${id}`
export const recordHref = ({ kind, id }: { readonly kind: 'challenge' | 'mission'; readonly id: string }) =>
  kind === 'challenge' ? challengeHref(id) : missionHref(id)

export interface Named {
  readonly id: string
  readonly title: string
  readonly owner: string
}

/** The same notice for several wallets. Null stands for a missing contributor and is skipped. */
export const toEach = (wallets: readonly (string | null)[], notice: Omit<Notice, 'wallet'>): Notice[] =>
  wallets.flatMap((wallet) => (wallet === null ? [] : [{ wallet, ...notice }]))

/** Owner: the submission day ended. */
export const deadlinePassed = (challenge: Named): Notice => ({
  wallet: challenge.owner,
  kind: 'deadline-passed',
  title: 'Submissions are closed',
  body: `The submission deadline of ${quoted(challenge.title)} has ended. Record the community's decision next.`,
  href: challengeHref(challenge.id),
})

/** Owner: somebody recorded a side's response link. */
export const linkRecorded = (challenge: Named, side: string): Notice => ({
  wallet: challenge.owner,
  kind: 'link-recorded',
  title: `Side ${side} has its response`,
  body: `A response link was recorded for side ${side} of ${quoted(challenge.title)}.`,
  href: challengeHref(challenge.id),
})

/** Owner: replies of the linked thread became proposals. */
export const proposalsImported = (challenge: Named, count: number): Notice => ({
  wallet: challenge.owner,
  kind: 'proposal-imported',
  title: 'New proposals from the discussion',
  body: `${count === 1 ? 'One reply' : `${count} replies`} in the thread of ${quoted(challenge.title)} became ${count === 1 ? 'a proposal' : 'proposals'}. Read what was said.`,
  href: challengeHref(challenge.id),
})

/** Verifiers, except the owner: a decision waits for a signature. */
export const decisionWaiting = (challenge: Named, verifiers: readonly string[]): Notice[] =>
  toEach(eligibleOf({ kind: 'decision', owner: challenge.owner }, verifiers), {
    kind: 'decision-waiting',
    title: 'A decision waits for a verifier',
    body: `The owner of ${quoted(challenge.title)} recorded the community's decision.`,
    href: challengeHref(challenge.id),
  })

/** Verifiers, except the owner: the decision no longer waits for a signature. */
export const decisionWithdrawn = (
  challenge: Named,
  verifiers: readonly string[],
  how: 'took the decision back' | 'ended the challenge' = 'took the decision back',
): Notice[] =>
  decisionWaiting(challenge, verifiers).map((notice) => ({
    ...notice,
    kind: 'decision-withdrawn',
    title: 'A decision was withdrawn',
    body: `The owner of ${quoted(challenge.title)} ${how}, so it waits for no signature.`,
  }))

const wrote = (words: string) => `The verifier wrote: ${words}`

/** Owner: the decision was verified or rejected. */
export const decisionReviewed = (challenge: Named, approved: boolean, words: string): Notice => ({
  wallet: challenge.owner,
  kind: approved ? 'decision-verified' : 'decision-rejected',
  title: approved ? 'Your decision is verified' : 'Your decision was rejected',
  body: approved
    ? `A verifier signed off on the decision of ${quoted(challenge.title)}. Turn it into a mission next. ${wrote(words)}`
    : `A verifier rejected the decision of ${quoted(challenge.title)}. Record it again. ${wrote(words)}`,
  href: challengeHref(challenge.id),
})

/** Contributor: named by the owner as the only wallet that may claim. */
export const designated = (mission: Named, contributor: string): Notice => ({
  wallet: contributor,
  kind: 'designated',
  title: 'A mission is reserved for you',
  body: `You are the designated contributor of ${quoted(mission.title)}. Claim it to begin.`,
  href: missionHref(mission.id),
})

export const missionClaimed = (mission: Named): Notice => ({
  wallet: mission.owner,
  kind: 'mission-claimed',
  title: 'Your mission has a contributor',
  body: `${quoted(mission.title)} was claimed.`,
  href: missionHref(mission.id),
})

/** Owner and contributor (the actor is never notified): the claim was released. */
export const missionReleased = (mission: Named, contributor: string | null, by: 'owner' | 'contributor'): Notice[] =>
  toEach([mission.owner, contributor], {
    kind: 'mission-released',
    title: 'A claim was released',
    body: `The ${by} of ${quoted(mission.title)} released the claim. What was verified stays. It can be claimed again up to its deadline, which the owner may move.`,
    href: missionHref(mission.id),
  })

/** Contributor, or the designated wallet: a milestone was added, cancelled or brought back. */
export const milestonesChanged = (mission: Named, contributor: string | null, what: string): Notice[] =>
  toEach([contributor], {
    kind: 'milestones-changed',
    title: 'A milestone changed',
    body: `The owner of ${quoted(mission.title)} ${what}.`,
    href: missionHref(mission.id),
  })

/** The wallet whose Muse link a moderator ended. */
export const museUnlinked = (wallet: string, museId: string): Notice => ({
  wallet,
  kind: 'muse-unlinked',
  title: 'A moderator ended your Muse link',
  body: `Your wallet is linked to ${museId} no more. Read why in the history of your links; you may link it anew.`,
  href: `/wallets/${wallet}`,
})

const deadlineMoved = ({ title }: Named, href: string) => ({
  kind: 'deadline-moved',
  title: 'There is more time',
  body: `The owner of ${quoted(title)} moved its deadline. Read to when, and why.`,
  href,
})

/** Contributor, or the designated wallet. */
export const missionDeadlineMoved = (mission: Named, contributor: string | null): Notice[] =>
  toEach([contributor], deadlineMoved(mission, missionHref(mission.id)))

/** The wallets that recorded a response link. */
export const challengeDeadlinesMoved = (challenge: Named, linkers: readonly string[]): Notice[] =>
  toEach(linkers, deadlineMoved(challenge, challengeHref(challenge.id)))

/** Owner, and verifiers without a conflict of interest: proof waits for a review. */
export const proofWaiting = (mission: Named, contributor: string, verifiers: readonly string[]): Notice[] => [
  {
    wallet: mission.owner,
    kind: 'proof-submitted',
    title: 'Proof was submitted',
    body: `The contributor submitted proof for ${quoted(mission.title)}. A verifier reviews it next.`,
    href: missionHref(mission.id),
  },
  ...toEach(eligibleOf({ kind: 'proof', owner: mission.owner, contributorWallet: contributor }, verifiers), {
    kind: 'proof-waiting',
    title: 'Proof waits for a verifier',
    body: `Proof for ${quoted(mission.title)} waits for a signed review.`,
    href: missionHref(mission.id),
  }),
]

/** Owner and contributor, by the schedule: all allowlisted verifiers have a conflict of interest, or there are none. */
export const noVerifier = (record: Named & { readonly kind: 'challenge' | 'mission' }, contributor: string | null) =>
  toEach([record.owner, contributor], {
    kind: 'no-verifier',
    title: 'No verifier can judge this',
    body: `What waits on ${quoted(record.title)} no verifier of this service may review: nobody reviews what they have a part in. It moves on once the operator lists another.`,
    href: recordHref(record),
  })

const REVIEW_WORDS: Readonly<Record<Verdict, string>> = {
  approve: 'approved',
  'request-changes': 'sent back with changes requested',
  reject: 'rejected',
}

/** Owner and contributor: a verifier signed a review. */
export const proofReviewed = (
  mission: Named & { readonly contributorWallet: string | null },
  submittedBy: string,
  verdict: Verdict,
  words: string,
): Notice[] =>
  toEach([...new Set([mission.owner, submittedBy, mission.contributorWallet])], {
    kind: 'proof-reviewed',
    title: REVIEW_TITLES[verdict].others,
    body: `Proof for ${quoted(mission.title)} was ${REVIEW_WORDS[verdict]}. ${wrote(words)}`,
    href: missionHref(mission.id),
  }).map((notice) => (notice.wallet === submittedBy ? { ...notice, title: REVIEW_TITLES[verdict].yours } : notice))

/** Owner: a post about their record was sent to the community platform, or failed. */
export const postSettled = (record: Named & { readonly kind: 'challenge' | 'mission' }, isSent: boolean): Notice => ({
  wallet: record.owner,
  kind: isSent ? 'post-sent' : 'post-failed',
  title: isSent ? 'A post was sent' : 'A post was not sent',
  body: isSent
    ? `The service posted about ${quoted(record.title)} on the community platform.`
    : `The post about ${quoted(record.title)} could not be made on the community platform. A moderator may approve it again.`,
  href: recordHref(record),
})

/** Contributor, and the owner when another wallet recorded the expiry: a receipt was issued. */
export const receiptIssued = (mission: Named, contributor: string | null, receiptId: string): Notice[] =>
  toEach([mission.owner, contributor], {
    kind: 'receipt',
    title: 'A receipt was issued',
    body: `The outcome of ${quoted(mission.title)} is recorded for good.`,
    href: `/receipts/${receiptId}`,
  })

/** The titles for what people add to a mission. */
const PART_WORDS = {
  commitment: 'A commitment was made',
  'project-decision': 'A reviewer decided',
  funding: 'Funding was recorded',
  evidence: 'Evidence was added',
} as const

/** Owner: somebody added to their mission. */
export const projectGrew = (project: Named, kind: keyof typeof PART_WORDS): Notice => ({
  wallet: project.owner,
  kind,
  title: PART_WORDS[kind],
  body: `Somebody added to your mission ${quoted(project.title)}. Read what.`,
  href: missionHref(project.id),
})

/** Owner and contributor: a verifier signed a decision on the mission. */
export const projectReviewed = (project: Named, contributor: string | null, approved: boolean): Notice[] =>
  toEach([project.owner, contributor], {
    kind: 'project-reviewed',
    title: 'A verifier decided on a mission',
    body: `${quoted(project.title)} was ${approved ? 'approved' : 'rejected'} by a verifier’s signature.`,
    href: missionHref(project.id),
  })

/** Owner and contributor: a payment was recorded. */
export const paymentRecorded = (mission: Named, contributor: string | null, receiptId: string): Notice[] =>
  toEach([mission.owner, contributor], {
    kind: 'payment',
    title: 'A payment was recorded',
    body: `A payment for ${quoted(mission.title)} stands on its receipt.`,
    href: `/receipts/${receiptId}`,
  })
