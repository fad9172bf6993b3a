import { encodeAbiParameters, encodeFunctionData, encodePacked, keccak256, parseAbi, zeroAddress, zeroHash } from 'viem'
import type { AttestationPreview } from '@/lib/seeds/onchain-schemas'
import type { SeedEntryView } from '@/lib/seeds/schemas'

/** How a ledger entry is written in an attestation of the Ethereum Attestation Service: every field of it, in its order. */
const SCHEMA_FIELDS = [
  { type: 'uint64', name: 'entryId' },
  { type: 'address', name: 'wallet' },
  { type: 'int64', name: 'amount' },
  { type: 'string', name: 'kind' },
  { type: 'string', name: 'missionId' },
  { type: 'string', name: 'challengeId' },
  { type: 'string', name: 'proofId' },
  { type: 'uint64', name: 'reversesId' },
  { type: 'bytes32', name: 'evidenceHash' },
  { type: 'uint64', name: 'createdAt' },
] as const

export const SEEDS_SCHEMA = SCHEMA_FIELDS.map(({ type, name }) => `${type} ${name}`).join(',')

/** Entries are never changed, so attestations of them are not revocable: a reversal is an attestation of its own. */
const REVOCABLE = false
const NO_RESOLVER = zeroAddress

/** The UID that the schema registry gives the schema: keccak256(schema ‖ resolver ‖ revocable). */
export const SEEDS_SCHEMA_UID = keccak256(
  encodePacked(['string', 'address', 'bool'], [SEEDS_SCHEMA, NO_RESOLVER, REVOCABLE]),
)

const REGISTRY_ABI = parseAbi(['function register(string schema, address resolver, bool revocable) returns (bytes32)'])
const EAS_ABI = parseAbi([
  'struct AttestationRequestData { address recipient; uint64 expirationTime; bool revocable; bytes32 refUID; bytes data; uint256 value; }',
  'struct AttestationRequest { bytes32 schema; AttestationRequestData data; }',
  'function attest(AttestationRequest request) payable returns (bytes32)',
])

/** The call of the schema registry that would register the schema. */
export const registerSchemaData = () =>
  encodeFunctionData({ abi: REGISTRY_ABI, functionName: 'register', args: [SEEDS_SCHEMA, NO_RESOLVER, REVOCABLE] })

/**
 * The entry as the schema encodes it: an id that the entry does not have is an empty text or 0, times are Unix seconds.
 * @example
 * decodeAbiParameters(parseAbiParameters(SEEDS_SCHEMA), entryData(entry))
 */
function entryData(entry: SeedEntryView): `0x${string}` {
  return encodeAbiParameters(SCHEMA_FIELDS, [
    BigInt(entry.id),
    asHex(entry.wallet),
    BigInt(entry.amount),
    entry.kind,
    entry.missionId ?? '',
    entry.challengeId ?? '',
    entry.proofId ?? '',
    BigInt(entry.reversesId ?? 0),
    asHex(`0x${entry.evidenceHash}`),
    BigInt(Math.floor(Date.parse(entry.createdAt) / 1000)),
  ])
}

const asHex = (text: string) => text as `0x${string}` // an EIP-55 address or a hash of the ledger, never input

/** The request of `attest` that an entry would become, and its call. Nothing is referenced: nothing was attested before. */
export function attestationOf(entry: SeedEntryView): {
  data: `0x${string}`
  request: AttestationPreview['attestation']['request']
} {
  const terms = {
    recipient: asHex(entry.wallet),
    revocable: REVOCABLE,
    refUID: zeroHash,
    data: entryData(entry),
  } as const
  const request = { schema: SEEDS_SCHEMA_UID, data: { ...terms, expirationTime: 0n, value: 0n } }
  return {
    data: encodeFunctionData({ abi: EAS_ABI, functionName: 'attest', args: [request] }),
    request: { schema: SEEDS_SCHEMA_UID, data: { ...terms, expirationTime: '0', value: '0' } },
  }
}
