/** Who has a part in what waits. */
export interface Parties {
  readonly kind: 'decision' | 'proof'
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
