import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObjectName } from '@/lib/evidence/object-store'
import { type Actor, type Json, repeatWhenUnavailable } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { expectWholeHistory, look, rounds } from '@/tests/support/race'
import type { Response } from '@/tests/support/request'
import { claimedMission } from '@/tests/support/story'
import { fileBody, filesOf, samples, sendUpload } from '@/tests/support/upload'

let cluster: Cluster
let contributor: Actor
let owner: Actor
beforeAll(async () => {
  repeatWhenUnavailable()
  cluster = await openCluster(2)
  const [one, other] = await cluster.wallets(2)
  if (!one || !other) throw new Error('There are two wallets.')
  owner = one
  contributor = other
})
afterAll(() => cluster.close())

const folder = () => cluster.instances[0]?.environment['EVIDENCE_DIR'] ?? ''
const objects = () => readdirSync(folder()).filter(isObjectName).length
const pending = async () => (await look(cluster, 'SELECT count(*)::int AS n FROM "EvidenceUpload"')).n
const claimed = (): Promise<Json> => claimedMission(owner, contributor)
const bases = () => cluster.instances.map(({ base }) => base)
const at = (place: number) => bases()[place % 2] ?? cluster.base

function expectReplay(again: Response, first: Response): void {
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([200, first.text, 'true'])
}

test('a repetition with the same key and bytes is given the first answer, byte for byte, at any instance', async () => {
  const { id } = await claimed()
  const body = fileBody(samples['application/pdf']('once'))
  const key = randomUUID()
  const first = await sendUpload(at(0), contributor, id, body, { key })
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined])
  const kept = objects()
  for (let again = 0; again < 4; again++)
    expectReplay(await sendUpload(at(again), contributor, id, body, { key }), first)
  expect([objects(), await pending(), (await filesOf(cluster.base, id)).length]).toEqual([kept, 0, 1])
  expect(first.text).not.toMatch(/signature|http/)
})

test('the same key for other bytes, another boundary or another mission is 422', async () => {
  const [one, other] = [await claimed(), await claimed()]
  const key = randomUUID()
  const body = fileBody('the bytes')
  expect((await sendUpload(at(0), contributor, one.id, body, { key })).status).toBe(201)
  const kept = objects()
  const reused = [
    await sendUpload(at(1), contributor, one.id, fileBody('the bytez'), { key }),
    await sendUpload(at(0), contributor, one.id, Buffer.concat([body, Buffer.from('\r\n')]), { key }),
    await sendUpload(at(1), contributor, other.id, body, { key }),
  ]
  expect(reused.map(({ status, body: { error } }) => [status, error.code])).toEqual(
    reused.map(() => [422, 'idempotency_key_reused']),
  )
  expect([objects(), await pending()]).toEqual([kept, 0])
})

test('an upload that was refused frees its key', async () => {
  const { id } = await claimed()
  const key = randomUUID()
  expect((await sendUpload(at(0), contributor, id, fileBody(Buffer.from([0xff])), { key })).status).toBe(400)
  expect((await sendUpload(at(0), owner, id, fileBody('x'), { key })).status).toBe(403)
  expect((await sendUpload(at(1), contributor, id, fileBody('now it is fine'), { key })).status).toBe(201)
})

test('of several at once with one key one works and the others replay, and one object remains', async () => {
  await rounds(async (round) => {
    const { id } = await claimed()
    const key = randomUUID()
    const body = fileBody(samples['image/webp'](`round ${round}`))
    const answers = await Promise.all(
      [0, 1, 2, 3].map((place) => sendUpload(at(place), contributor, id, body, { key })),
    )
    expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join('\n')).toEqual([
      200, 200, 200, 201,
    ])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const files = await filesOf(cluster.base, id)
    expect(files.map((file) => file.id)).toEqual([answers[0]?.body.file.id])
    await expectWholeHistory(cluster, id, ['mission-created', 'mission-claimed', 'file-added'])
  }, 15)
  const { n } = await look(cluster, 'SELECT count(*)::int AS n FROM "EvidenceFile"')
  expect([objects(), await pending()]).toEqual([n, 0])
})

test('different uploads at once are all kept, each with its place in the history', async () => {
  const { id } = await claimed()
  const words = ['a', 'b', 'c', 'd', 'e', 'f']
  const answers = await Promise.all(words.map((word, place) => sendUpload(at(place), contributor, id, fileBody(word))))
  expect(answers.map(({ status }) => status)).toEqual(words.map(() => 201))
  expect((await filesOf(cluster.base, id)).length).toBe(words.length)
  await expectWholeHistory(cluster, id, ['mission-created', 'mission-claimed', ...words.map(() => 'file-added')])
})
