import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, evidenceBody, project, readProject, txHash } from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { created } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let wallet: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, wallet] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const fresh = async (): Promise<string> => (await project(owner)).id
const add = async (id: string, body: object) => (await created(wallet.post(at(id, 'evidence'), body))).evidenceItem

test.each(['Link', 'Receipt', 'Deliverable'])(
  'a %s is a public URL with a note, and has nothing to check',
  async (kind) => {
    const body = evidenceBody({ kind, note: 'See for yourself.' })
    expect(await add(await fresh(), body)).toEqual({
      id: expect.any(String),
      ...body,
      chainId: null,
      txHash: null,
      submittedBy: wallet.address,
      submittedAt: expect.any(String),
      check: expect.objectContaining({ status: 'not-applicable' }),
    })
  },
)

test('a transaction is named by chain and hash, or by the URL of a known explorer, and checked', async () => {
  const id = await fresh()
  const [first, second] = [txHash(), txHash()]
  const named = await add(id, { kind: 'Transaction', chainId: '10', txHash: first })
  expect(named).toMatchObject({
    url: null,
    chainId: '10',
    txHash: first,
    check: { status: 'unavailable', txHash: first },
  })
  const url = `https://optimistic.etherscan.io/tx/${second}`
  expect(await add(id, { kind: 'Transaction', url })).toMatchObject({ url, chainId: '10', txHash: second })
  const { rows } = await world.sql.query('SELECT 1 FROM "TransactionCheck" WHERE "txHash" = ANY($1)', [[first, second]])
  expect(rows).toHaveLength(2)
})

test('a receipt on an explorer is checked as well', async () => {
  const hash = txHash()
  const item = await add(await fresh(), { kind: 'Receipt', url: `https://polygonscan.com/tx/${hash}` })
  expect(item).toMatchObject({ chainId: '137', txHash: hash, check: { status: 'unavailable' } })
})

test('what a check finds later is shown at once', async () => {
  const id = await fresh()
  const hash = txHash()
  await add(id, { kind: 'Transaction', chainId: '1', txHash: hash })
  expect((await readProject(world, id)).evidence[0].check.status).toBe('unavailable')
  await world.sql.query(`UPDATE "TransactionCheck" SET status = 'failed' WHERE "txHash" = $1`, [hash])
  expect((await readProject(world, id)).evidence[0].check.status).toBe('failed')
})

test('a wallet adds a URL and a transaction once to a project, as what kind ever, and takes nobody else’s place', async () => {
  const id = await fresh()
  const hash = txHash()
  const url = 'https://example.org/page'
  await add(id, { kind: 'Link', url })
  await add(id, { kind: 'Transaction', chainId: '1', txHash: hash })
  for (const body of [
    { kind: 'Link', url },
    { kind: 'Deliverable', url: 'https://EXAMPLE.org:443/page' },
    { kind: 'Receipt', url: `https://etherscan.io/tx/${hash}` },
    { kind: 'Transaction', chainId: 1, txHash: hash },
  ]) {
    const refused = await wallet.post(at(id, 'evidence'), body)
    expectRefused(refused, 409)
    expect(refused.body.error.message).toBe(
      'You have added this URL or transaction to this mission as evidence already.',
    )
  }
  for (const body of [
    { kind: 'Deliverable', url },
    { kind: 'Transaction', chainId: 1, txHash: hash },
  ]) {
    await created(owner.post(at(id, 'evidence'), body))
    expectRefused(await owner.post(at(id, 'evidence'), body), 409)
  }
  const { evidence } = await readProject(world, id)
  expect(evidence.map(({ submittedBy }: Json) => submittedBy)).toEqual(
    [wallet, wallet, owner, owner].map(({ address }) => address),
  )
  await add(await fresh(), { kind: 'Link', url })
})

test('evidence is no proof: it moves no state, waits for no verifier and earns nothing', async () => {
  const id = await fresh()
  await add(id, evidenceBody({ kind: 'Deliverable' }))
  const record = await readProject(world, id)
  expect([record.state, record.proofs, record.seeds]).toEqual(['SEED', [], []])
  expect(
    record.milestones.every(
      ({ verified, status }: { verified: boolean; status: string }) => !verified && status === 'Pending',
    ),
  ).toBe(true)
})

test.each<[string, object]>([
  ['kind', { kind: undefined }],
  ['kind', { kind: 'link' }],
  ['kind', { kind: 'CodeHost' }],
  ['url', { url: undefined }],
  ['url', { kind: 'Deliverable', url: undefined, chainId: '1', txHash: txHash() }],
  ['url', { url: 'http://example.org/' }],
  ['url', { url: 'data:text/html,hello' }],
  ['url', { url: 'https://192.168.1.10/report' }],
  ['url', { url: 'https://2130706433/' }],
  ['url', { url: 'https://[::ffff:127.0.0.1]/' }],
  ['url', { url: 'https://intranet/report' }],
  ['txHash', { kind: 'Transaction' }],
  ['txHash', { kind: 'Transaction', url: undefined }],
  ['txHash', { kind: 'Transaction', url: undefined, chainId: '1' }],
  ['chainId', { kind: 'Transaction', url: undefined, txHash: txHash() }],
  ['txHash', { kind: 'Transaction', chainId: '1', txHash: '0xnothex' }],
  ['txHash', { url: `https://etherscan.io/tx/${txHash()}`, txHash: txHash() }],
  ['chainId', { url: `https://etherscan.io/tx/${txHash()}`, chainId: '10' }],
  ['note', { note: '' }],
  ['note', { note: 'x'.repeat(4001) }],
])('evidence is refused that names %s wrongly: %j', async (field, over) => {
  const id = await fresh()
  expectRefused(await wallet.post(at(id, 'evidence'), evidenceBody(over)), 400, field)
  expect((await readProject(world, id)).evidence).toEqual([])
})
