/** Who has a part in what waits for a verifier's signature. */
export interface Parties {
  readonly kind: 'decision' | 'proof'
  readonly owner: string
  readonly contributorWallet?: string | null
  readonly submittedBy?: string | null
}

/** Nobody judges what is their own (docs/interface.md#mission-states): who may not judge what, and what they are told. */
const BARRED = {
  decision: [['owner', 'You own this challenge, so you cannot verify its decision.']],
  proof: [
    ['owner', 'You own this mission, so you cannot review its proof.'],
    ['submittedBy', 'You submitted this proof, so you cannot review it.'],
    ['contributorWallet', 'You are the contributor, so you cannot review this proof.'],
  ],
} as const satisfies Record<Parties['kind'], readonly (readonly [party: keyof Parties, because: string])[]>

/** Who may not judge an item of a kind, with the SQL that names each. */
export type PartyColumns<Kind extends Parties['kind']> = Readonly<Record<(typeof BARRED)[Kind][number][0], string>>

/**
 * Why a wallet cannot judge an item although it may be a verifier's: the service refuses it too, whatever a page says.
 * @returns null when it has no part in it.
 */
export function conflictOf(item: Parties, wallet: string): string | null {
  const rules: readonly (readonly [party: keyof Parties, because: string])[] = BARRED[item.kind]
  return rules.find(([party]) => item[party] === wallet)?.[1] ?? null
}

/** Why a wallet may not judge an item; null when it may. */
export function refusalOf(item: Parties, wallet: string, isVerifier: boolean): string | null {
  const conflict = conflictOf(item, wallet)
  if (conflict) return conflict
  return isVerifier ? null : 'Your wallet is not on the list of this service’s verifiers.'
}

/** Those of the allowlist that may judge an item; a wallet that is listed twice is one. */
export const eligibleOf = (item: Parties, verifiers: readonly string[]): readonly string[] =>
  [...new Set(verifiers)].filter((wallet) => conflictOf(item, wallet) === null)
