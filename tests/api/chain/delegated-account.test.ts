import { hashMessage, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { signIn } from '@/tests/support/client'
import { verifierAccounts } from '@/tests/support/environment'
import { type Evm, startEvm } from '@/tests/support/evm'
import { verifiedChallenge } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// An account that has put a contract's code in front of its key (EIP-7702), as wallets offer it: `personal_sign` still signs with
// the key. What its code calls a signature (ERC-1271) is another matter: that changes with the code, so it proves nothing later.

const CHAIN_ID = 31337
const CONTRACT = '0x00000000000000000000000000000000000c0de5'
/** Answers every call with the magic value of ERC-1271: it takes anybody's signature for the account's. */
const TAKES_ANY = '0x631626ba7e60e01b5f5260205ff3'
const MAGIC = '0x1626ba7e'
const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

let evm: Evm
let world: World
beforeAll(async () => {
  evm = await startEvm(CHAIN_ID)
  world = await openWorld({ environment: { [`RPC_URL_${CHAIN_ID}`]: evm.url } })
})
afterAll(() => Promise.all([world?.close(), evm?.stop()]))

/** Puts the contract's code in front of an account's key. */
async function delegate(account: PrivateKeyAccount): Promise<void> {
  await evm.wallet(account)
  await evm.client.setCode({ address: CONTRACT, bytecode: TAKES_ANY })
  const authorization = await evm.client.signAuthorization({ account, contractAddress: CONTRACT, executor: 'self' })
  const hash = await evm.client.sendTransaction({ account, to: account.address, authorizationList: [authorization] })
  await evm.receiptOf(hash)
  expect(await evm.client.getCode({ address: account.address })).toBe(`0xef0100${CONTRACT.slice(2)}`)
}

test('an account with delegated code signs in by its key, and a verifier with such an account signs a decision', async () => {
  const [verifierAccount] = verifierAccounts
  if (!verifierAccount) throw new Error('No verifier.')
  const ownerAccount = privateKeyToAccount(generatePrivateKey())
  await delegate(ownerAccount)
  await delegate(verifierAccount)
  const owner = await signIn(world.base, ownerAccount)
  const verifier = await signIn(world.base, verifierAccount)
  const { decision } = await verifiedChallenge(world, owner, verifier)
  expect(decision.verification).toMatchObject({ verdict: 'approve', verifier: verifierAccount.address })
})

test('what the code of such an account takes for its signature signs nobody in', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const stranger = privateKeyToAccount(generatePrivateKey())
  await delegate(account)
  const asked = await world.send('POST', '/api/v1/auth/challenge', { address: account.address, chainId: CHAIN_ID })
  const { nonce, message } = asked.body
  const signature = await stranger.signMessage({ message })
  const called = { address: account.address, abi: ABI, functionName: 'isValidSignature' } as const
  expect(await evm.client.readContract({ ...called, args: [hashMessage(message), signature] })).toBe(MAGIC)
  const answer = await world.send('POST', '/api/v1/auth/verify', { nonce, signature, delivery: 'bearer' })
  expectRefused(answer, 401)
})
