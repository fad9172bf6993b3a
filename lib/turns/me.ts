import { z } from 'zod'
import { ChallengeView } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import type { Caller } from '@/lib/context'
import { Id, Timestamp } from '@/lib/contract/fields'
import { endOfDay } from '@/lib/durations'
import { next } from '@/lib/machine/machine'
import { MilestoneView, MissionView, ProofView } from '@/lib/missions/schemas'
import { hasOpenTerms } from '@/lib/missions/states'
import { RECORD_TYPES } from '@/lib/moderation/schemas'
import { ReceiptSummary } from '@/lib/receipts/schemas'
import { isErasedText } from '@/lib/text/erased'
import { type MeView, PreparedView, TURNS_MAX, type TurnView, type WaitingView } from '@/lib/turns/schemas'
import { challengeTurn, challengeWait, missionTurn, missionWait, type Turn, type Wait } from '@/lib/turns/turn'

const Link = z.object({ id: Id }).nullable()
const ChallengeRow = ChallengeView.pick({
  id: true,
  state: true,
  title: true,
  owner: true,
  submissionDeadline: true,
  decisionDeadline: true,
}).extend({ submissions: z.object({ A: Link, B: Link }), since: Timestamp })

const MissionRow = MissionView.pick({
  id: true,
  state: true,
  title: true,
  owner: true,
  contributorWallet: true,
  deadline: true,
}).extend({
  milestones: z.array(MilestoneView.pick({ verified: true, status: true })),
  proofs: z.array(ProofView.pick({ status: true, submittedBy: true })),
  since: Timestamp,
})

const ReportRow = z.object({ recordType: z.enum(RECORD_TYPES), recordId: Id, title: z.string(), since: Timestamp })

/** The facts that the rules need: own records, records that the caller may judge, and open reports. */
export const FactsRow = z.object({
  challenges: z.array(ChallengeRow),
  missions: z.array(MissionRow),
  decisions: z.array(ChallengeRow),
  proofs: z.array(MissionRow),
  reports: z.array(ReportRow),
  signatures: z.array(PreparedView),
  receipts: z.array(ReceiptSummary),
  unread: z.int(),
  due: z.boolean(),
})
export type Facts = z.infer<typeof FactsRow>

const DRAFT = next(challengeMachine, null, 'create')

interface Judged {
  readonly record: { readonly id: string; readonly title: string; readonly since: string }
  readonly type: 'challenge' | 'mission'
  readonly turn: Turn | null
  readonly wait: Wait | null
}

const due = (until: string | null) => until && endOfDay(until).toISOString()

const itemOf = ({ record, type }: Judged) => ({
  recordType: type,
  recordId: record.id,
  title: record.title,
  since: record.since,
})

const turnsOf = (judged: readonly Judged[]): TurnView[] =>
  judged.flatMap((one) => {
    if (!one.turn) return []
    const { kind, action, href, until } = one.turn
    return [{ kind, ...itemOf(one), action, href, dueAt: due(until) }]
  })

const waitsOf = (judged: readonly Judged[]): WaitingView[] =>
  judged.flatMap((one) => {
    if (one.turn || !one.wait) return []
    const { on, action, until } = one.wait
    return [{ ...itemOf(one), action, href: `/${one.type}s/${one.record.id}`, dueAt: due(until), on }]
  })

/** Earliest due date first; then those without one, oldest first. */
const byUrgency = (a: TurnView, b: TurnView): number =>
  (dueTime(a) === dueTime(b) ? 0 : dueTime(a) - dueTime(b)) || Date.parse(a.since) - Date.parse(b.since)

const dueTime = ({ dueAt }: TurnView): number => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt))

/** An erased text can be signed no more; that it was signed before stays on record. */
const canStillWait = ({ message, recordedAt }: PreparedView) => recordedAt !== null || !isErasedText(message)

/** Builds the view from the facts. @param today the service's UTC date. */
export function meView(facts: Facts, caller: Caller, today: string): MeView {
  const { isVerifier, isAdmin } = caller
  const viewer = { address: caller.wallet, isVerifier }
  const ofChallenge = (record: Facts['challenges'][number]): Judged => ({
    ...{ record, type: 'challenge' },
    turn: challengeTurn(record, viewer, today),
    wait: challengeWait(record, today),
  })
  const ofMission = (record: Facts['missions'][number]): Judged => ({
    ...{ record, type: 'mission' },
    turn: missionTurn(record, viewer, today),
    wait: missionWait(record, today),
  })
  const isDraft = ({ state }: { state: string }) => state === DRAFT
  const isOwned = ({ owner }: { owner: string }) => owner === caller.wallet
  const owned = facts.missions.filter(isOwned)
  const contributed = facts.missions.filter((record) => !isOwned(record) && !hasOpenTerms(record.state))
  const designated = facts.missions.filter((record) => !isOwned(record) && hasOpenTerms(record.state))
  const own = [
    ...facts.challenges.filter((record) => !isDraft(record)).map(ofChallenge),
    ...[...owned, ...contributed].map(ofMission),
  ]
  const offers = designated.map(ofMission)
  const reviews = turnsOf([...facts.decisions.map(ofChallenge), ...facts.proofs.map(ofMission)])
  const reports = facts.reports.map(
    (report): TurnView => ({
      kind: 'report',
      ...report,
      action: 'Look at the report',
      href: '/moderation',
      dueAt: null,
    }),
  )
  // Offers come last: whoever makes many of them pushes out nothing else.
  const turns = [
    ...turnsOf(own).sort(byUrgency),
    ...reviews.sort(byUrgency),
    ...reports,
    ...turnsOf(offers).sort(byUrgency),
  ]
  const waiting = waitsOf([...own, ...offers])
  const lists = [owned, contributed, designated, facts.decisions, facts.proofs, facts.reports, turns, waiting]
  return {
    turns: turns.slice(0, TURNS_MAX),
    drafts: turnsOf(facts.challenges.filter(isDraft).map(ofChallenge)),
    waiting: waiting.slice(0, TURNS_MAX),
    signatures: facts.signatures.filter(canStillWait),
    receipts: facts.receipts,
    queue: { review: Math.min(reviews.length, TURNS_MAX), reports: Math.min(reports.length, TURNS_MAX) },
    unread: facts.unread,
    roles: { isVerifier, isAdmin },
    more: lists.some(({ length }) => length > TURNS_MAX),
  }
}
