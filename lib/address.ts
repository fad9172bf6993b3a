import { getAddress, isAddress } from 'viem'

/** An address in any case, without a look at its checksum. */
export const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/**
 * An Ethereum address in its EIP-55 spelling.
 * @param text any case; a mixed-case address must carry a valid EIP-55 checksum.
 * @returns the checksummed address, or null when the text is not one.
 * @example
 * normaliseAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
 */
export function normaliseAddress(text: string): `0x${string}` | null {
  if (!ADDRESS.test(text)) return null
  const digits = text.slice(2)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (oneCase) return getAddress(`0x${digits.toLowerCase()}`)
  return isAddress(text, { strict: true }) ? text : null
}
