import type { z } from 'zod'
import type { CheckView } from '@/lib/chain/schemas'
import type { FileView } from '@/lib/evidence/schemas'
import type { PROOF_KINDS, ReviewVerdictWord } from '@/lib/missions/schemas'

// What the verifiers' queue holds, as its page shows it.

interface Side {
  readonly label: string
  readonly url: string | null
}

/** A decision that waits for a verifier. */
export interface WaitingDecision {
  readonly kind: 'decision'
  readonly id: string
  readonly challengeId: string
  readonly title: string
  readonly prompt: string
  readonly owner: string
  readonly side: 'A' | 'B'
  readonly sides: { readonly A: Side; readonly B: Side }
  readonly decisionUrl: string
  readonly explanation: string
  readonly late: boolean
  readonly submittedAt: string
}

/** A proof that waits for a verifier, with the criteria it is held against. */
export interface WaitingProof {
  readonly kind: 'proof'
  readonly id: string
  readonly missionId: string
  readonly title: string
  readonly owner: string
  readonly contributorWallet: string | null
  readonly submittedBy: string
  readonly milestone: { readonly title: string; readonly required: boolean }
  /** 1 for the first proof of its milestone. */
  readonly attempt: number
  readonly requiredProof: string
  readonly definitionOfDone: string
  readonly deliverable: string | null
  readonly proofKind: (typeof PROOF_KINDS)[number]
  readonly url: string
  readonly note: string
  readonly check: CheckView
  /** What the signature covers beside the link and the words; those that a moderator hid are not shown. */
  readonly files: readonly FileView[]
  readonly submittedAt: string
}

export type WaitingItem = WaitingDecision | WaitingProof

/** A verdict that was signed, and the record it is about. */
export interface SignedItem {
  readonly id: string
  readonly kind: WaitingItem['kind'] | 'project'
  /** The challenge or mission. */
  readonly recordId: string
  readonly title: string
  /** The milestone's title, or the side that was recorded; null for a project as a whole. */
  readonly detail: string | null
  readonly verdict: z.infer<typeof ReviewVerdictWord>
  readonly words: string
  readonly verifier: string
  readonly signedAt: string
}

const FOLDERS = { decision: 'challenges', proof: 'missions', project: 'projects' } as const

export const recordHref = ({ kind, recordId }: Pick<SignedItem, 'kind' | 'recordId'>) =>
  `/${FOLDERS[kind]}/${recordId}` as const

/** Who has a part in what waits. */
export interface Parties {
  readonly kind: WaitingItem['kind']
  readonly owner: string
  readonly contributorWallet?: string | null
  readonly submittedBy?: string
}

/**
 * Why a wallet cannot judge an item although it may be a verifier's: the service refuses it too, whatever a page says.
 * @returns null when it has no part in it.
 */
export function conflictOf(item: Parties, wallet: string): string | null {
  if (item.kind === 'decision')
    return item.owner === wallet ? 'You own this challenge, so you cannot verify its decision.' : null
  if (item.owner === wallet) return 'You own this mission, so you cannot review its proof.'
  if (item.submittedBy === wallet) return 'You submitted this proof, so you cannot review it.'
  if (item.contributorWallet === wallet) return 'You are the contributor, so you cannot review this proof.'
  return null
}
