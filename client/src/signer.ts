/** An account that signs by itself, as viem's accounts do. */
export interface SigningAccount {
  readonly address: string
  signMessage(asked: { readonly message: string }): Promise<string>
}

/** A wallet behind EIP-1193: `window.ethereum`, or what a wallet announced (EIP-6963). */
export interface WalletProvider {
  request(asked: { method: string; params?: unknown }): Promise<unknown>
}

/** Whose wallet signs: any viem account, or any EIP-1193 provider. */
export type Signer = SigningAccount | WalletProvider

const isAccount = (signer: Signer): signer is SigningAccount => 'signMessage' in signer && 'address' in signer

/** UTF-8 bytes in hex, as `personal_sign` takes them. */
function hexOf(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The account that signs. A wallet asks its owner to connect when it has not been.
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
      const signature = await signer.request({ method: 'personal_sign', params: [hexOf(message), address] })
      if (typeof signature !== 'string') throw new Error('The wallet gave no signature.')
      return signature
    },
  }
}
