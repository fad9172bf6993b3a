import { hexOf } from './hex'

/** An account with its own key, like viem's local accounts. */
export interface SigningAccount {
  readonly address: string
  signMessage(request: { readonly message: string }): Promise<string>
}

/** An EIP-1193 provider: `window.ethereum`, or one that a wallet announced (EIP-6963). */
export interface WalletProvider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
}

/** Any viem account or EIP-1193 provider. */
export type Signer = SigningAccount | WalletProvider

const isAccount = (signer: Signer): signer is SigningAccount => 'signMessage' in signer && 'address' in signer

/**
 * The account of a signer. A wallet that is not connected asks its owner first.
 * @throws what the wallet throws; Error when it has no account.
 */
export async function accountOf(signer: Signer): Promise<SigningAccount> {
  if (isAccount(signer)) return signer
  const accounts = await signer.request({ method: 'eth_requestAccounts' })
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string') throw new Error('The wallet has no account.')
  return {
    address,
    async signMessage({ message }) {
      const signature = await signer.request({
        method: 'personal_sign',
        params: [`0x${hexOf(new TextEncoder().encode(message))}`, address],
      })
      if (typeof signature !== 'string') throw new Error('The wallet gave no signature.')
      return signature
    },
  }
}
