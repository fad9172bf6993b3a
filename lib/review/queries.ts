import { z } from 'zod'
import { checkJson, namedBy } from '@/lib/chain/check-json'
import { challengeMachine } from '@/lib/challenges/states'
import type { Caller } from '@/lib/context'
import { decodeIdCursor, encodeCursor } from '@/lib/contract/cursor'
import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import type { PageQuery } from '@/lib/contract/list'
import { db } from '@/lib/db/db'
import type { RowSchema } from '@/lib/db/rows'
import { iso, literals, raw, type Sql, sql } from '@/lib/db/sql'
import { verifierWallets } from '@/lib/env'
import { fileSumsJson, proofFilesJson } from '@/lib/evidence/views'
import { eligibleOf, type Parties, type PartyColumns, refusalOf } from '@/lib/machine/conflict'
import { statesBefore } from '@/lib/machine/machine'
import { missionMachine } from '@/lib/missions/states'
import { QueuedView, WaitingDecision, type WaitingItem, WaitingProof } from '@/lib/review/schemas'

const side = (label: string, letter: 'A' | 'B') => `json_build_object('label', c."${label}", 'url',
    (SELECT l.url FROM "Submission" l WHERE l."challengeId" = c.id AND l.side = '${letter}' AND l."hiddenAt" IS NULL))`

const waitingDecisionJson = `json_build_object('kind', 'decision', 'id', d.id, 'challengeId', c.id, 'title', c.title,
    'prompt', c.prompt, 'owner', c.owner, 'side', d.side,
    'sides', json_build_object('A', ${side('contenderA', 'A')}, 'B', ${side('contenderB', 'B')}),
    'decisionUrl', d."decisionUrl", 'explanation', d.explanation, 'late', d.late, 'submittedAt', ${iso('d."submittedAt"')})`

const waitingProofJson = `json_build_object('kind', 'proof', 'id', p.id, 'missionId', m.id, 'title', m.title, 'owner', m.owner,
    'contributorWallet', m."contributorWallet", 'submittedBy', p."submittedBy",
    'milestone', json_build_object('id', s.id, 'title', s.title, 'required', s.required),
    'attempt', (SELECT count(*)::int FROM "Proof" o WHERE o."milestoneId" = p."milestoneId" AND o.id <= p.id AND o."hiddenAt" IS NULL),
    'requiredProof', m."requiredProof", 'definitionOfDone', m."definitionOfDone", 'deliverable', m.deliverable,
    'proofKind', p.kind, 'url', p.url, 'txHash', p."txHash", 'chainId', p."chainId", 'note', p.note, 'late', p.late, 'check', ${checkJson(namedBy('p'))},
    'files', ${proofFilesJson('p.id')}, 'fileSums', ${fileSumsJson('p.id')}, 'submittedAt', ${iso('p."submittedAt"')})`

/**
 * Constant SQL for the decisions and proofs that await a verifier's signature. Ids are UUIDv7 of the submission time, so an
 * index of unjudged submissions gives both kinds oldest first. Those of records that have ended or are hidden stay `submitted`: they
 * are `closed`, and stand apart in that index, so that they are not walked however many there are.
 */
export const WAITING = {
  decision: {
    id: 'd.id',
    from: `"Decision" d JOIN "Challenge" c ON c.id = d."challengeId"
      WHERE d.status = 'submitted' AND NOT d.closed AND c.state IN (${literals(statesBefore(challengeMachine, 'verify-reject'))}) AND c."hiddenAt" IS NULL`,
    record: `'recordId', c.id, 'title', c.title, 'waitingSince', ${iso('d."submittedAt"')}`,
    parties: { owner: 'c.owner' },
  },
  proof: {
    id: 'p.id',
    from: `"Proof" p JOIN "Mission" m ON m.id = p."missionId" JOIN "Milestone" s ON s.id = p."milestoneId"
      WHERE p.status = 'submitted' AND p."hiddenAt" IS NULL AND NOT p.closed
        AND m.state IN (${literals(statesBefore(missionMachine, 'review-reject'))}) AND m."hiddenAt" IS NULL`,
    record: `'recordId', m.id, 'title', m.title, 'waitingSince', ${iso('p."submittedAt"')}`,
    parties: { owner: 'm.owner', contributorWallet: 'm."contributorWallet"', submittedBy: 'p."submittedBy"' },
  },
} as const satisfies { [K in Kind]: { id: string; from: string; record: string; parties: PartyColumns<K> } }

type Kind = Parties['kind']

type Page = z.output<typeof PageQuery>

/** A page of the queue, oldest first. @param views the JSON of each kind. */
async function readWaiting<Item>(
  views: Readonly<Record<Kind, string>>,
  schema: RowSchema<{ id: string; item: Item }>,
  { limit, cursor }: Page,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const after = cursor ? decodeIdCursor(cursor) : null
  const ofKind = (kind: Kind): Sql => {
    const { id, from } = WAITING[kind]
    const later = after ? sql`AND ${raw(id)} > ${after}::uuid` : sql``
    return sql`(SELECT ${raw(id)} AS id, ${raw(views[kind])} AS item FROM ${raw(from)} ${later} ORDER BY ${raw(id)} LIMIT ${limit + 1}::int)`
  }
  const rows = await db.query(
    sql`${ofKind('decision')} UNION ALL ${ofKind('proof')} ORDER BY id LIMIT ${limit + 1}::int`,
    schema,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(({ item }) => item), nextCursor: last ? encodeCursor(last.id) : null }
}

const QueuedRow = z.object({
  id: z.string(),
  item: QueuedView.omit({ conflict: true, eligibleVerifiers: true }).extend({
    owner: z.string(),
    contributorWallet: z.string().nullable().optional(),
    submittedBy: z.string().optional(),
  }),
})

const queuedJson = (kind: Kind) => {
  const parties = Object.entries(WAITING[kind].parties).map(([party, column]) => `, '${party}', ${column}`)
  return `json_build_object('kind', '${kind}', 'id', ${WAITING[kind].id}, ${WAITING[kind].record}${parties.join('')})`
}
const QUEUED = { decision: queuedJson('decision'), proof: queuedJson('proof') }

/** The body of `GET /api/v1/review` as JSON text. @param caller the signed-in wallet, or null. */
export async function reviewBody(caller: Caller | null, page: Page): Promise<string> {
  const verifiers = verifierWallets()
  const { items, nextCursor } = await readWaiting(QUEUED, QueuedRow, page)
  const shown = items.map(({ owner, contributorWallet, submittedBy, ...item }): QueuedView => {
    const parties = { kind: item.kind, owner, contributorWallet, submittedBy }
    const conflict = caller && refusalOf(parties, caller.wallet, caller.isVerifier)
    return { ...item, conflict, eligibleVerifiers: eligibleOf(parties, verifiers).length }
  })
  return JSON.stringify({ items: shown, nextCursor })
}

const WaitingRow = z.object({ id: z.string(), item: z.union([WaitingDecision, WaitingProof]) })

export interface WaitingPage {
  readonly items: readonly WaitingItem[]
  readonly nextCursor: string | null
}

/** A page of the queue as the site shows it, each item with the criteria to judge it by. @throws Refusal naming `cursor`. */
export async function listWaiting({ cursor }: Pick<Page, 'cursor'>): Promise<WaitingPage> {
  const views = { decision: waitingDecisionJson, proof: waitingProofJson }
  return readWaiting(views, WaitingRow, { limit: LIST_LIMIT_MAX, cursor })
}
