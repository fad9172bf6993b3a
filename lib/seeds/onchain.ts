import { encodeAbiParameters, encodeFunctionData, encodePacked, keccak256, parseAbi, zeroAddress, zeroHash } from 'viem'
import { z } from 'zod'
import { askProviders } from '@/lib/chain/ask'
import { findChain } from '@/lib/chain/providers'
import { Quantity } from '@/lib/chain/rpc-schemas'
import { db, findOne } from '@/lib/db/db'
import { raw, sql } from '@/lib/db/sql'
import { seedsChain } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { seedEntryJson } from '@/lib/seeds/ledger'
import type { AttestationPreview, OnchainView } from '@/lib/seeds/onchain-schemas'
import { SeedEntryView } from '@/lib/seeds/schemas'

/** The fields of a ledger entry in an attestation of the Ethereum Attestation Service, in their order. */
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

const SEEDS_SCHEMA = SCHEMA_FIELDS.map(({ type, name }) => `${type} ${name}`).join(',')

/** Entries never change, so their attestations are not revocable. A reversal is a separate attestation. */
const REVOCABLE = false
const NO_RESOLVER = zeroAddress

/** The UID that the schema registry gives the schema: keccak256(schema ‖ resolver ‖ revocable). */
const SEEDS_SCHEMA_UID = keccak256(encodePacked(['string', 'address', 'bool'], [SEEDS_SCHEMA, NO_RESOLVER, REVOCABLE]))

const REGISTRY_ABI = parseAbi(['function register(string schema, address resolver, bool revocable) returns (bytes32)'])
const EAS_ABI = parseAbi([
  'struct AttestationRequestData { address recipient; uint64 expirationTime; bool revocable; bytes32 refUID; bytes data; uint256 value; }',
  'struct AttestationRequest { bytes32 schema; AttestationRequestData data; }',
  'function attest(AttestationRequest request) payable returns (bytes32)',
])

/** The call data that would register the schema. */
const registerSchemaData = () =>
  encodeFunctionData({ abi: REGISTRY_ABI, functionName: 'register', args: [SEEDS_SCHEMA, NO_RESOLVER, REVOCABLE] })

/**
 * Encodes an entry by the schema. A missing id is an empty text or 0; times are Unix seconds.
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

/** The `attest` request for an entry, and its call data. It references no earlier attestation, as there is none. */
function attestationOf(entry: SeedEntryView) {
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

/** The body of `GET /api/v1/seeds/onchain`: the configured chain, and the transaction that would register the schema. */
export async function onchainBody(): Promise<string> {
  const chain = seedsChain()
  const chainId = chain?.chainId ?? null
  const view: OnchainView = {
    mode: chain ? 'preview' : 'off',
    chainId,
    schema: SEEDS_SCHEMA,
    schemaUid: SEEDS_SCHEMA_UID,
    registerSchemaTransaction: { to: chain?.schemaRegistry ?? null, data: registerSchemaData(), value: '0', chainId },
  }
  return JSON.stringify(view)
}

const EntryRow = z.object({ entry: SeedEntryView })

/**
 * The body of `GET /api/v1/seeds/{id}/onchain`: the unsigned attestation of a ledger entry. Nothing is signed or sent.
 * @throws Refusal `not_found`.
 */
export async function attestationBody(id: string): Promise<string> {
  const found = await findOne(
    db,
    sql`SELECT ${raw(seedEntryJson('e'))} AS entry FROM "SeedEntry" e WHERE e.id = ${id}::int`,
    EntryRow,
  )
  if (!found) throw notFound('There is no such entry of the ledger.')
  const { entry } = found
  const chain = seedsChain()
  const { data, request } = attestationOf(entry)
  const preview: AttestationPreview = {
    entry,
    attestation: { to: chain?.eas ?? null, data, value: '0', chainId: chain?.chainId ?? null, request },
    evidenceHash: entry.evidenceHash,
    gasEstimate: chain ? await estimateGas(chain.chainId, { from: entry.wallet, to: chain.eas, data }) : null,
  }
  return JSON.stringify(preview)
}

/**
 * A node's gas estimate for the call, which changes nothing on the chain. The call needs a sender: without one the attester is
 * the zero address, which costs less to store than a real one.
 */
async function estimateGas(chainId: string, call: Record<'from' | 'to' | 'data', string>): Promise<string | null> {
  const chain = findChain(chainId)
  if (!chain) return null
  const [gas] = (await askProviders(chain, (provider) => provider.call(Quantity, 'eth_estimateGas', [call]))).answers
  return gas === undefined ? null : String(gas)
}
