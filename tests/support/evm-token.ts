import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Abi, getAddress, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { z } from 'zod'
import type { Evm } from '@/tests/support/evm'

const Artifact = z.object({
  abi: z.custom<Abi>(Array.isArray),
  bytecode: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)]),
})

/** A compiled contract of an npm package. @param file its path in the package. */
export function readArtifact(file: string): z.output<typeof Artifact> {
  return Artifact.parse(JSON.parse(readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')))
}

/** Puts a compiled contract on the chain. */
export async function deploy(evm: Evm, account: PrivateKeyAccount, file: string, args: unknown[]): Promise<Hex> {
  const { abi, bytecode } = readArtifact(file)
  const hash = await evm.client.deployContract({ account, abi, bytecode, args })
  const { contractAddress } = await evm.receiptOf(hash)
  if (!contractAddress) throw new Error(`${file} was not deployed.`)
  return getAddress(contractAddress)
}

/** OpenZeppelin's ERC-20, 18 decimals, all of its supply with `holder`. */
export const deployToken = (evm: Evm, holder: PrivateKeyAccount): Promise<Hex> =>
  deploy(evm, holder, '@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json', [
    'A token that calls itself US Dollar',
    'USD',
    10n ** 24n,
    holder.address,
  ])

/** Sends tokens and waits until they are in a block. */
export async function payToken(
  evm: Evm,
  account: PrivateKeyAccount,
  token: Hex,
  to: Hex,
  amount: bigint,
): Promise<Hex> {
  const { abi } = readArtifact('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json')
  const gas = 200_000n // given, so that a transfer that must fail is sent all the same
  const call = { account, address: token, abi, functionName: 'transfer', args: [to, amount], gas }
  const hash = await evm.client.writeContract(call)
  await evm.receiptOf(hash)
  return hash
}
