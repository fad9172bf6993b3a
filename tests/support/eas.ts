import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Evm } from '@/tests/support/evm'
import { deploy, readArtifact } from '@/tests/support/evm-token'

// The contracts' package asks for the program that compiled them, which nobody here runs: package.json puts a small
// package in its place (`overrides`), which saves 220 packages.
const REGISTRY =
  '@ethereum-attestation-service/eas-contracts/artifacts/contracts/SchemaRegistry.sol/SchemaRegistry.json'
const EAS = '@ethereum-attestation-service/eas-contracts/artifacts/contracts/EAS.sol/EAS.json'

/** The Ethereum Attestation Service on a chain of the test's own. */
export interface Eas {
  readonly eas: Hex
  readonly schemaRegistry: Hex
  /** The schema under this UID as the registry keeps it. */
  schema(uid: Hex): Promise<unknown>
  /** The attestation under this UID as it stands on the chain. */
  attestation(uid: Hex): Promise<unknown>
}

/** Deploys the published contracts. */
export async function deployEas(evm: Evm, deployer: PrivateKeyAccount): Promise<Eas> {
  const schemaRegistry = await deploy(evm, deployer, REGISTRY, [])
  const eas = await deploy(evm, deployer, EAS, [schemaRegistry])
  const read = (address: Hex, file: string, functionName: string, uid: Hex) =>
    evm.client.readContract({ address, abi: readArtifact(file).abi, functionName, args: [uid] })
  return {
    eas,
    schemaRegistry,
    schema: (uid) => read(schemaRegistry, REGISTRY, 'getSchema', uid),
    attestation: (uid) => read(eas, EAS, 'getAttestation', uid),
  }
}
