import type { CheckView, PaymentCheckView } from '@/lib/chain/schemas'
import type { Label } from '@/lib/machine/labels'

const CHAIN_NAMES: Readonly<Record<string, string>> = {
  '1': 'Ethereum',
  '10': 'OP Mainnet',
  '137': 'Polygon',
  '8453': 'Base',
  '42161': 'Arbitrum One',
  '31337': 'Local chain',
  '84532': 'Base Sepolia',
  '11155111': 'Sepolia',
}

/** A chain's name and id, for people. */
export const chainName = (chainId: string) =>
  CHAIN_NAMES[chainId] ? `${CHAIN_NAMES[chainId]} (${chainId})` : `Chain ${chainId}`

/** The value of a check in words. A token is named by its contract, because its own name proves nothing. */
export function movedWords(value: string): string {
  const [amount, token] = value.split(' ')
  return token ? `${amount} of the token ${token}` : `${amount} of the chain’s coin`
}

/**
 * Whether a payment reached the contributor, as far as its automatic check could tell. Anybody can make a token that is worth
 * nothing, so a token is told as moved, not as pay.
 */
export function paidWords({ status, value, paysContributor }: PaymentCheckView): string {
  if (paysContributor)
    return value?.includes(' ')
      ? 'It moved a token to the contributor. What the token is worth is not checked.'
      : 'It sent coin to the contributor. What for, a transaction does not say.'
  if (paysContributor === false) return 'It did not pay the contributor.'
  return status === 'confirmed'
    ? 'Whether it paid the contributor cannot be seen from outside: it went through a contract.'
    : 'Whether it paid the contributor is not known yet.'
}

/**
 * The payments of a receipt in brief.
 * @example
 * paymentsWords([]) // 'Nothing recorded'
 */
export function paymentsWords(checks: readonly PaymentCheckView[]): string {
  if (checks.length === 0) return 'Nothing recorded'
  const count = (reached: boolean) => checks.filter(({ paysContributor }) => paysContributor === reached).length
  const [reached, missed] = [count(true), count(false)]
  return [
    `${checks.length} on record`,
    ...(reached > 0 ? [`${reached} seen to reach the contributor`] : []),
    ...(missed > 0 ? [`${missed} that did not reach the contributor`] : []),
  ].join(', ')
}

/** Labels of the automatic check. None of them says "verified". */
export const CHECK_LABELS: Readonly<Record<CheckView['status'], Label>> = {
  'not-applicable': { word: 'Nothing to check', tone: 'resting', mark: 'outline' },
  unavailable: { word: 'Could not be checked yet', tone: 'resting', mark: 'hourglass' },
  pending: { word: 'Pending on chain', tone: 'waiting', mark: 'hourglass' },
  confirmed: { word: 'Found on chain', tone: 'growing', mark: 'check' },
  failed: { word: 'Failed on chain', tone: 'refused', mark: 'cross' },
  'not-found': { word: 'Not found on chain', tone: 'refused', mark: 'cross' },
}
