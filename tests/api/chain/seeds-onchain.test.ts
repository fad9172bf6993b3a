import { decodeAbiParameters, type Hex, keccak256, parseAbi, parseAbiParameters, parseEventLogs, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { deployEas, type Eas } from '@/tests/support/eas'
import { type Evm, startEvm } from '@/tests/support/evm'
import { FAULTS, type Provider, startProvider } from '@/tests/support/evm-provider'
import { request } from '@/tests/support/request'
import { completedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const CHAIN_ID = 31337
const ATTESTED = parseAbi([
  'event Attested(address indexed recipient, address indexed attester, bytes32 uid, bytes32 indexed schemaUID)',
])
const ZERO_HASH = `0x${'00'.repeat(32)}`

let evm: Evm
let provider: Provider
let eas: Eas
let world: World
let wallet: PrivateKeyAccount
let contributor: Actor
let seeds: Json[]
beforeAll(async () => {
  evm = await startEvm(CHAIN_ID)
  provider = await startProvider(evm.url)
  wallet = await evm.wallet()
  eas = await deployEas(evm, wallet)
  world = await openWorld({
    environment: {
      [`RPC_URL_${CHAIN_ID}`]: provider.url,
      SEEDS_CHAIN_ID: String(CHAIN_ID),
      EAS_ADDRESS: eas.eas.toLowerCase(),
      EAS_SCHEMA_REGISTRY_ADDRESS: eas.schemaRegistry,
    },
  })
  contributor = await world.wallet()
  await completedMission(await world.wallet(), contributor, await world.verifier())
  seeds = (await world.get(`/api/v1/rewards/wallet/${contributor.address}`)).body.entries
})
afterAll(() => Promise.all([world?.close(), evm?.stop(), provider?.close()]))

const configuration = async (): Promise<Json> => (await world.get('/api/v1/seeds/onchain')).body
const preview = async (id: number): Promise<Json> => (await world.get(`/api/v1/seeds/${id}/onchain`)).body

/** What anybody reads out of an attestation who knows its schema. */
const decoded = (schema: string, data: Hex) => decodeAbiParameters(parseAbiParameters(schema), data)

/** Sends a transaction of a preview exactly as it stands there, by a wallet of the test. */
async function sendAsShown({ to, data, value, chainId }: Json) {
  expect(chainId).toBe(String(evm.chainId))
  const hash = await evm.client.sendTransaction({ account: wallet, to, data, value: BigInt(value) })
  const receipt = await evm.receiptOf(hash)
  expect(receipt.status).toBe('success')
  return receipt
}

// These two go in this order: before the schema is registered nothing can be attested, so nothing can be estimated.

test('before the schema is registered a preview is complete but for the estimate', async () => {
  expect(seeds.length).toBe(2)
  expect(await preview(seeds[0].id)).toMatchObject({ entry: seeds[0], gasEstimate: null })
})

test('the unsigned transactions, sent as they stand, register the schema and make the attestation that was promised', async () => {
  const { mode, chainId, schema, schemaUid, registerSchemaTransaction } = await configuration()
  expect([mode, chainId, registerSchemaTransaction.to]).toEqual(['preview', '31337', eas.schemaRegistry])
  await sendAsShown(registerSchemaTransaction)
  expect(await eas.schema(schemaUid)).toEqual({
    uid: schemaUid,
    resolver: '0x0000000000000000000000000000000000000000',
    revocable: false,
    schema,
  })

  for (const entry of seeds) {
    const { attestation, evidenceHash, gasEstimate } = await preview(entry.id)
    expect(attestation.to).toBe(eas.eas)
    const { logs, gasUsed } = await sendAsShown(attestation)
    const [event] = parseEventLogs({ abi: ATTESTED, logs })
    if (!event) throw new Error('Nothing was attested.')
    expect(BigInt(gasEstimate)).toBeGreaterThanOrEqual(gasUsed)

    const promised = attestation.request.data
    expect(await eas.attestation(event.args.uid)).toEqual({
      uid: event.args.uid,
      schema: attestation.request.schema,
      time: expect.anything(),
      expirationTime: BigInt(promised.expirationTime),
      revocationTime: 0n,
      refUID: promised.refUID,
      recipient: entry.wallet,
      attester: wallet.address,
      revocable: promised.revocable,
      data: promised.data,
    })
    expect(attestation.request.schema).toBe(schemaUid)
    expect(promised.refUID).toBe(ZERO_HASH)
    expect(evidenceHash).toBe(entry.evidenceHash)
    expect(decoded(schema, promised.data)).toEqual([
      BigInt(entry.id),
      entry.wallet,
      BigInt(entry.amount),
      entry.kind,
      entry.missionId ?? '',
      entry.challengeId ?? '',
      entry.proofId ?? '',
      0n,
      `0x${entry.evidenceHash}`,
      BigInt(Math.floor(Date.parse(entry.createdAt) / 1000)),
    ])
  }
})

test('a reversal, which is negative, is written as what it is', async () => {
  const { id, missionId } = seeds[0]
  const { rows } = await world.sql.query(
    `INSERT INTO "SeedEntry" (wallet, amount, kind, "missionId", "reversesId", "evidenceHash", "createdAt")
     VALUES ($1, -10, 'reversal', $2, $3, $4, now()) RETURNING id`,
    [contributor.address, missionId, id, keccak256(toHex('reversal')).slice(2)],
  )
  const { attestation } = await preview(rows[0].id)
  const schema: string = (await configuration()).schema
  const fields = decoded(schema, attestation.request.data.data)
  expect([fields[2], fields[3], fields[7]]).toEqual([-10n, 'reversal', BigInt(id)])
  await sendAsShown(attestation)
})

test('a provider that fails takes away the estimate and nothing else', async () => {
  const whole = await preview(seeds[1].id)
  expect(whole.gasEstimate).toMatch(/^\d+$/)
  for (const fault of [FAULTS.dead, FAULTS['a page'], FAULTS['an RPC error']]) {
    provider.behave(fault)
    expect(await preview(seeds[1].id)).toEqual({ ...whole, gasEstimate: null })
  }
  provider.honest()
})

test('an entry of the ledger is named by one spelling of its number: every other names nothing', async () => {
  const [{ id }] = (await world.sql.query('SELECT min(id) AS id FROM "SeedEntry"')).rows
  expect((await preview(id)).entry.id).toBe(id)
  for (const spelled of [`0${id}`, `00${id}`, `+${id}`, `%2B${id}`, `${id}.0`, `%20${id}`, `${id}%20`, `0x${id}`])
    expectRefused(await world.get(`/api/v1/seeds/${spelled}/onchain`), 404)
})

test('nothing was ever sent or signed by the service: it asked for reads only', () => {
  expect([...provider.calls.keys()].sort()).toEqual(['eth_chainId', 'eth_estimateGas'])
})

test.each(['0', '999999', '2147483648', '-1', '1.0', '1e0', 'seed', '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e', '%00'])(
  'there is no entry %s',
  async (id) => {
    expectRefused(await world.get(`/api/v1/seeds/${id}/onchain`), 404)
  },
)

test('a network is given so many previews, then 429, whether there is such an entry or not', async () => {
  const ask = (id: number, from = '127.0.0.77') =>
    request(world.base, { method: 'GET', path: `/api/v1/seeds/${id}/onchain`, from })
  const first = await ask(seeds[0].id)
  // The limit is 24 in 10 minutes; this world multiplies every limit by 1000.
  expect(first.headers['ratelimit-policy']).toBe('"onchain-network";q=24000;w=600')
  expect(first.headers['ratelimit']).toMatch(/^"onchain-network";r=23999;t=\d+$/)
  await world.sql.query(`UPDATE "RateLimit" SET count = 23999 WHERE subject = 'n:127.0.0.77'`)
  expect((await ask(999_999)).status).toBe(404)
  const refused = await ask(seeds[0].id)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['access-control-allow-origin']).toBe('*')
  expect((await ask(seeds[0].id, '127.0.0.78')).status).toBe(200)
  const uncounted = await request(world.base, { method: 'GET', path: '/api/v1/seeds/onchain', from: '127.0.0.77' })
  expect([uncounted.status, uncounted.headers['ratelimit']]).toEqual([200, undefined])
})
