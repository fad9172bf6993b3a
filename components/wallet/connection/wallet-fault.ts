// The errors of wallets. Providers differ in their form, so only the codes of EIP-1193 and EIP-1474 are read, at any level
// of nesting.

export type WalletFault = 'declined' | 'asked-already' | 'failed'

const USER_REJECTED = 4001
const RESOURCE_UNAVAILABLE = -32002
const DECLINED = /user (rejected|denied|cancell?ed)|(rejected|denied|cancell?ed) by (the )?user/i
const NESTED = ['cause', 'data', 'originalError', 'error'] as const

function codesOf(fault: unknown, depth = 0): number[] {
  if (typeof fault !== 'object' || fault === null || depth > 4) return []
  const own = 'code' in fault ? Number(fault.code) : Number.NaN
  const entries = new Map<string, unknown>(Object.entries(fault))
  // An Error's cause is not enumerable.
  if (fault instanceof Error) entries.set('cause', fault.cause)
  return [own, ...NESTED.flatMap((name) => codesOf(entries.get(name), depth + 1))]
}

/** @example walletFault({ code: 4001 }) // 'declined' */
export function walletFault(fault: unknown): WalletFault {
  const codes = codesOf(fault)
  if (codes.includes(USER_REJECTED)) return 'declined'
  if (codes.includes(RESOURCE_UNAVAILABLE)) return 'asked-already'
  // Some wallets reject without a code.
  return DECLINED.test(walletWords(fault)) ? 'declined' : 'failed'
}

/** What a wallet says of its error; an empty string if it is no text. Some wallets throw plain objects or bare text. */
export function walletWords(fault: unknown): string {
  const words: unknown = typeof fault === 'object' && fault !== null && 'message' in fault ? fault.message : fault
  return typeof words === 'string' ? words : ''
}

const SIGNATURE_CHARS = 2 + 65 * 2

/**
 * The form of a wallet's signature. Anything longer than 65 bytes is a signature of a smart account (EIP-1271, also wrapped
 * by ERC-6492). Only a contract can check it, so no key can be recovered. One of 65 bytes looks like a key's: the service
 * finds that no key of the wallet made it.
 */
export function signatureForm(signature: unknown): 'key' | 'smart-account' | 'unreadable' {
  if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]+$/.test(signature)) return 'unreadable'
  if (signature.length > SIGNATURE_CHARS) return 'smart-account'
  return signature.length === SIGNATURE_CHARS ? 'key' : 'unreadable'
}
