import { z } from 'zod'
import { askProviders } from '@/lib/chain/ask'
import { findChain } from '@/lib/chain/providers'
import { Quantity } from '@/lib/chain/rpc-schemas'
import { db, findOne } from '@/lib/db/db'
import { raw, sql } from '@/lib/db/sql'
import { seedsChain } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { attestationOf, registerSchemaData, SEEDS_SCHEMA, SEEDS_SCHEMA_UID } from '@/lib/seeds/attestation'
import { seedEntryJson } from '@/lib/seeds/ledger'
import type { AttestationPreview, OnchainView } from '@/lib/seeds/onchain-schemas'
import { SeedEntryView } from '@/lib/seeds/schemas'

/** The body of `GET /api/v1/seeds/onchain`: where Seeds could be attested, and how the schema would be registered. */
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
 * The body of `GET /api/v1/seeds/{id}/onchain`: the attestation that a ledger entry would become. Nothing is signed or sent.
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
 * What a node reckons the call would cost; it changes nothing on the chain. Somebody must be said to call: from nobody the
 * attester is an empty word, which costs less to store than the real one.
 */
async function estimateGas(chainId: string, call: Record<'from' | 'to' | 'data', string>): Promise<string | null> {
  const chain = findChain(chainId)
  if (!chain) return null
  const [gas] = await askProviders(chain, (provider) => provider.call(Quantity, 'eth_estimateGas', [call]))
  return gas === undefined ? null : String(gas)
}
