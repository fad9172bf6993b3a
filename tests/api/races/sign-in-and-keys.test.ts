import { randomUUID } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatWhenUnavailable, send } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { expectOneAndReplays, expectOneWinner, look, ROUNDS, rounds, statuses } from '@/tests/support/race'
import { challengeBody, missionBody, provenMission } from '@/tests/support/story'

let cluster: Cluster
beforeAll(async () => {
  repeatWhenUnavailable()
  cluster = await openCluster(2)
})
afterAll(() => cluster.close())

const count = async (table: string, where: string, ...values: unknown[]) =>
  (await look(cluster, `SELECT count(*)::int AS n FROM "${table}" WHERE ${where}`, values)).n

test('one sign-in nonce opens one session, however many verify it on two processes', async () => {
  await rounds(async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const asked = await send(cluster.base, 'POST', '/api/v1/auth/challenge', { address: account.address, chainId: 1 })
    const proof = {
      nonce: asked.body.nonce,
      signature: await account.signMessage({ message: asked.body.message }),
      delivery: 'bearer',
    }
    const bases = cluster.instances.flatMap(({ base }) => [base, base])
    expectOneWinner(await Promise.all(bases.map((base) => send(base, 'POST', '/api/v1/auth/verify', proof))))
    expect(await count('Session', 'wallet = $1', account.address)).toBe(1)
  })
})

test('one key with one body writes once, and every other answer is the same again', async () => {
  const owners = await cluster.wallets(ROUNDS)
  await rounds(async (round) => {
    const owner = owners[round] ?? (await cluster.wallet())
    const key = randomUUID()
    const body = challengeBody({ title: `One of many ${round}` })
    const senders = cluster.everywhere(owner).flatMap((here) => [here, here])
    const { challenge } = expectOneAndReplays(
      await Promise.all(senders.map((here) => here.post('/api/v1/challenges', body, { key }))),
    )
    const rows = await cluster.sql.query(`SELECT id FROM "Challenge" WHERE owner = $1`, [owner.address])
    expect(rows.rows).toEqual([{ id: challenge.id }])
    expect(await count('IdempotencyKey', 'wallet = $1', owner.address)).toBe(1)
  })
})

test('one key with different bodies writes one of them, and the others are told 422', async () => {
  const owners = await cluster.wallets(ROUNDS)
  await rounds(async (round) => {
    const owner = owners[round] ?? (await cluster.wallet())
    const key = randomUUID()
    const senders = cluster.everywhere(owner).flatMap((here) => [here, here])
    const replies = await Promise.all(
      senders.map((here, place) => here.post('/api/v1/missions', missionBody({ title: `Body ${place}` }), { key })),
    )
    expect(statuses(replies)).toEqual([201, 422, 422, 422])
    const winner = replies.find((reply) => reply.status === 201)
    const rows = await cluster.sql.query(`SELECT id, title FROM "Mission" WHERE owner = $1`, [owner.address])
    expect(rows.rows).toEqual([{ id: winner?.body.mission.id, title: winner?.body.mission.title }])
  })
})

test('one key of two wallets is two keys', async () => {
  const wallets = await cluster.wallets(ROUNDS * 2)
  await rounds(async (round) => {
    const key = randomUUID()
    const pair = wallets.slice(round * 2, round * 2 + 2)
    const replies = await Promise.all(
      pair.map((wallet, place) => cluster.everywhere(wallet)[place]?.post('/api/v1/missions', missionBody(), { key })),
    )
    expect(replies.map((reply) => reply?.status)).toEqual([201, 201])
  })
})

test('a failed write frees its key for whoever waits with it', async () => {
  const owners = await cluster.wallets(ROUNDS)
  await rounds(async (round) => {
    const owner = owners[round] ?? (await cluster.wallet())
    const key = randomUUID()
    const senders = cluster.everywhere(owner).flatMap((here) => [here, here])
    // A malformed day is refused before the key is taken, an ended one after it.
    const replies = await Promise.all(
      senders.map((here, place) =>
        here.post('/api/v1/challenges', challengeBody(place % 2 === 0 ? { submissionDeadline: '2020-01-01' } : {}), {
          key,
        }),
      ),
    )
    expect(
      replies.every(({ status }) => [200, 201, 400, 422].includes(status)),
      statuses(replies).join(),
    ).toBe(true)
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await count('Challenge', 'owner = $1', owner.address)).toBe(1)
  })
})

test('one signed verdict sent twice with one key is written once and replayed', async () => {
  const verifier = await cluster.verifier()
  const owner = (await cluster.wallets(1))[0] ?? (await cluster.wallet())
  const contributors = await cluster.wallets(ROUNDS)
  await rounds(async (round) => {
    const { proof } = await provenMission(owner, contributors[round] ?? (await cluster.wallet()))
    const path = `/api/v1/proof/${proof.id}/review`
    const { nonce, message } = (await verifier.post(path, { verdict: 'approve', reason: 'It is there.' })).body
    const step = { nonce, signature: await verifier.account.signMessage({ message }) }
    const key = randomUUID()
    const senders = cluster.everywhere(verifier).flatMap((here) => [here, here])
    expectOneAndReplays(await Promise.all(senders.map((here) => here.post(path, step, { key }))))
    expect(await count('SignedVerdict', '"subjectId" = $1', proof.id)).toBe(1)
  })
})
