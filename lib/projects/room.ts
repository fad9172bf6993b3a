import {
  PROJECT_PARTS_MAX,
  PROJECT_PARTS_PER_WALLET_MAX,
  SIGNED_DECISIONS_PER_VERIFIER_MAX,
} from '@/lib/contract/limits'

/** What others add to a mission, in the words of its refusals. */
export const PART_WORDS = {
  commitment: 'commitments',
  'project-decision': 'decisions',
  funding: 'funding records',
  evidence: 'pieces of evidence',
} as const

export interface Room {
  /** The parts that this wallet added. */
  readonly own: number
  /** The shown parts by others than the owner and the contributor. */
  readonly others: number
  /** Whether the wallet is the owner or the contributor, who have room of their own. */
  readonly isParty: boolean
}

/** Why a wallet can add no more of a kind to a mission; null while it can. Shared by the command and the page. */
export function roomRefusal(part: keyof typeof PART_WORDS, { own, others, isParty }: Room): string | null {
  const words = PART_WORDS[part]
  if (own >= PROJECT_PARTS_PER_WALLET_MAX)
    return `A wallet can add ${PROJECT_PARTS_PER_WALLET_MAX} ${words} to a mission.`
  if (!isParty && others >= PROJECT_PARTS_MAX)
    return `A mission holds ${PROJECT_PARTS_MAX} ${words} at most by others than its owner and its contributor.`
  return null
}

/** Why a verifier can sign no more decisions on a mission; null while they can. Shared by the command and the page. */
export const signedRefusal = (signed: number): string | null =>
  signed < SIGNED_DECISIONS_PER_VERIFIER_MAX
    ? null
    : `A verifier signs ${SIGNED_DECISIONS_PER_VERIFIER_MAX} decisions on a mission at most.`

/** The refusal of a second signed decision about the same content. */
export const SIGNED_ALREADY = 'You have signed a decision about exactly this. Sign again once the mission has changed.'
