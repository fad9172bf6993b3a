/** The wallets that have a part in something that waits for a verifier's signature. */
export interface Parties {
  readonly kind: 'decision' | 'proof'
  readonly owner: string
  readonly contributorWallet?: string | null
  readonly submittedBy?: string | null
}

/**
 * Nobody judges their own work (docs/interface.md#mission-states). For each kind: the parties who may not judge it, and the
 * message they get.
 */
const BARRED = {
  decision: [['owner', 'You own this challenge, so you cannot verify its decision.']],
  proof: [
    ['owner', 'You own this mission, so you cannot review its proof.'],
    ['submittedBy', 'You submitted this proof, so you cannot review it.'],
    ['contributorWallet', 'You are the contributor, so you cannot review this proof.'],
  ],
} as const satisfies Record<Parties['kind'], readonly (readonly [party: keyof Parties, because: string])[]>

/** The parties who may not judge an item of a kind, with the SQL column of each. */
export type PartyColumns<Kind extends Parties['kind']> = Readonly<Record<(typeof BARRED)[Kind][number][0], string>>

/**
 * Why a wallet may not judge an item, even if it is a verifier's. Pages show this; the service enforces it too.
 * @returns null when the wallet has no part in the item.
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

/** The wallets of the allowlist that may judge an item, without duplicates. */
export const eligibleOf = (item: Parties, verifiers: readonly string[]): readonly string[] =>
  [...new Set(verifiers)].filter((wallet) => conflictOf(item, wallet) === null)
