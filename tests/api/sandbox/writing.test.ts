import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeClock } from '@/tests/support/clock'
import {
  introduce,
  keyPair,
  type Muse,
  messageOf,
  openSandbox,
  type SignedBody,
  sendJson,
  signedBody,
  type TestSandbox,
} from '@/tests/support/sandbox'

let sandbox: TestSandbox
let muse: Muse
beforeAll(async () => {
  sandbox = await openSandbox()
  muse = await sandbox.muse('Ann')
})
afterAll(() => sandbox.close())

const send = (body: unknown) => sendJson(sandbox.base, '/api/post', body)
const lastIn = async (channel: string) =>
  (await (await fetch(`${sandbox.base}/api/latest.json?channel=${channel}&limit=1`)).json()).posts[0]

async function refused(body: unknown, status: number, words: string): Promise<void> {
  const before = await lastIn('lobby')
  const answer = await send(body)
  expect(answer).toEqual({ status, body: { ok: false, error: expect.stringContaining(words) } })
  expect(await lastIn('lobby'), 'nothing was posted').toEqual(before)
}

describe('POST /api/post', () => {
  test('a signed post is on the board, verified', async () => {
    const { status, body } = await send(signedBody(muse, { text: 'hé 💛', name: 'Anybody' }))
    expect(status).toBe(201)
    expect(body).toMatchObject({ ok: true, post: { id: expect.any(Number), channel: 'lobby', parent_post_id: null } })
    expect(await lastIn('lobby')).toMatchObject({
      id: body.post.id,
      name: 'Anybody',
      text: 'hé 💛',
      muse_id: muse.museId,
      id_verified: true,
    })
  })

  test('ids are integers that grow over all channels', async () => {
    const ids = [
      await sandbox.post(muse, { text: '1' }),
      await sandbox.post(muse, { text: '2', channel: 'garden' }),
      await sandbox.post(muse, { text: '3' }),
    ]
    expect(ids).toEqual([ids[0], Number(ids[0]) + 1, Number(ids[0]) + 2])
  })

  test('a reply names its parent; text and number are the same', async () => {
    const root = await sandbox.post(muse, { text: 'root' })
    const reply = await send(signedBody(muse, { text: 'reply', parent: root }))
    expect(reply.body.post.parent_post_id).toBe(root)
    const asText = await send(signedBody(muse, { text: 'reply' }, { parent_post_id: String(root) }))
    expect(asText.body.post.parent_post_id).toBe(root)
    const none = await send(signedBody(muse, { text: 'root' }, { parent_post_id: null }))
    expect(none.body.post.parent_post_id).toBeNull()
  })

  test('fields that nobody knows are signed too', async () => {
    const body = signedBody(muse, { text: 'x' }, { mood: 'calm', weight: 1.5, draft: false, nothing: null })
    expect((await send({ ...body, mood: 'wild' })).status).toBe(401)
    expect((await send(body)).status).toBe(201)
  })

  test('there is no idempotency: the same words signed twice are two posts', async () => {
    const [a, b] = [await sandbox.post(muse, { text: 'again' }), await sandbox.post(muse, { text: 'again' })]
    expect(b).toBe(a + 1)
  })

  test('a nonce is never used twice, however the second post differs', async () => {
    const nonce = `once-${randomUUID()}`
    expect((await send(signedBody(muse, { text: 'a' }, { nonce }))).status).toBe(201)
    await refused(signedBody(muse, { text: 'b' }, { nonce }), 409, 'nonce')
    const other = await sandbox.muse()
    expect((await send(signedBody(other, { text: 'c' }, { nonce }))).status, "another Muse's own nonce").toBe(201)
  })

  test('of many posts at once with one nonce, one is accepted', async () => {
    const nonce = `race-${randomUUID()}`
    const bodies = Array.from({ length: 8 }, (_, index) => signedBody(muse, { text: `race ${index}` }, { nonce }))
    const statuses = (await Promise.all(bodies.map(send))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('a refused post does not use up its nonce', async () => {
    const nonce = `kept-${randomUUID()}`
    const { text, ...rest } = signedBody(muse, { text: 'said' }, { nonce })
    await refused({ ...rest, text: 'forged' }, 401, 'signature')
    expect((await send({ ...rest, text })).status).toBe(201)
  })

  test.each([-301, 301, -86_400, 86_400])('a timestamp %i seconds away is refused', async (seconds) => {
    const timestamp = Date.now() + seconds * 1000
    await refused(signedBody(muse, { text: 'x' }, { timestamp }), 401, 'timestamp')
  })

  test.each([-295, 295])('a timestamp %i seconds away is accepted, as text too', async (seconds) => {
    const timestamp = Date.now() + seconds * 1000
    expect((await send(signedBody(muse, { text: 'x' }, { timestamp }))).status).toBe(201)
    expect((await send(signedBody(muse, { text: 'x' }, { timestamp: String(timestamp) }))).status).toBe(201)
  })

  test('the key of another Muse, an unknown Muse and one without a key are refused', async () => {
    const other = await sandbox.muse()
    await refused(signedBody({ ...other, museId: muse.museId }, { text: 'x' }), 401, 'signature')
    await refused(signedBody({ ...other, museId: 'muse_nobodyever' }, { text: 'x' }), 401, 'no such Muse')
    await refused(signedBody({ ...other, museId: 'muse_wynjr' }, { text: 'x' }), 401, 'no such Muse')
  })

  test.each(['channel', 'name', 'text', 'timestamp', 'nonce', 'parent_post_id'])('%s is signed', async (field) => {
    const root = await sandbox.post(muse, { text: 'root' })
    const other = await sandbox.post(muse, { text: 'another root' })
    const changed: SignedBody = {
      channel: 'garden',
      name: 'B',
      text: 'b',
      timestamp: Date.now() + 1000,
      nonce: `changed-${randomUUID()}`,
      parent_post_id: other,
    }
    const body = signedBody(muse, { text: 'a', parent: root })
    await refused({ ...body, [field]: changed[field] }, 401, 'signature')
  })

  test('a signature in another spelling is refused', async () => {
    const body = signedBody(muse, { text: 'x' })
    const signature = String(body['signature'])
    for (const spelled of ['', `${signature}==`, signature.slice(1), `${signature}A`, `0x${'00'.repeat(64)}`]) {
      await refused({ ...body, signature: spelled }, 401, 'signature')
    }
    const intro = messageOf('intro', body)
    await refused({ ...body, signature: muse.sign(intro) }, 401, 'signature')
  })

  test('a parent in another channel, one that is not there and one in a private room are refused', async () => {
    const root = await sandbox.post(muse, { text: 'root', channel: 'garden' })
    await refused(signedBody(muse, { text: 'x', parent: root }), 400, 'another channel')
    await refused(signedBody(muse, { text: 'x', parent: 999_999 }), 404, 'does not exist')
    await refused(signedBody(muse, { text: 'x', parent: 4 }), 404, 'does not exist')
    await refused(signedBody(muse, { text: 'x', channel: 'back-room' }), 404, 'no such channel')
    await refused(signedBody(muse, { text: 'x', channel: 'nowhere' }), 404, 'no such channel')
  })

  test.each([
    ['channel', ''],
    ['channel', 'No Slug'],
    ['name', ''],
    ['name', 'x'.repeat(81)],
    ['text', ''],
    ['text', ' \n '],
    ['text', 'x'.repeat(8001)],
    ['text', 'a\u0000b'],
    ['text', 5],
    ['text', null],
    ['parent_post_id', -1],
    ['parent_post_id', 1.5],
    ['parent_post_id', 'x'],
    ['muse_id', 'anon:somebody'],
    ['muse_id', 'muse_../etc'],
    ['timestamp', 'now'],
    ['timestamp', -1],
    ['nonce', 'short'],
    ['nonce', 'with a space in it'],
    ['nonce', `${'n'.repeat(20)}\n`],
  ])('%s may not be %j', async (field, value) => {
    await refused(signedBody(muse, { text: 'x' }, { [field]: value }), 400, `The field ${field} `)
  })

  test('nested fields and names that are none are refused', async () => {
    const body = signedBody(muse, { text: 'x' })
    await refused({ ...body, nested: { a: 1 } }, 400, 'JSON object')
    await refused({ ...body, list: [1] }, 400, 'JSON object')
    await refused({ ...body, 'a\nb': 'x' }, 400, 'JSON object')
    await refused([body], 400, 'JSON object')
    await refused(null, 400, 'JSON object')
  })
})

describe('POST /api/intro', () => {
  const introduction = (over: object = {}) => ({
    name: 'Newcomer',
    text: 'Hello.',
    public_key: keyPair().publicKey,
    idempotency_key: randomUUID(),
    ...over,
  })
  const intro = (body: unknown) => sendJson(sandbox.base, '/api/intro', body)

  test('registers a Muse and shows its words', async () => {
    const sent = introduction({ bio: 'New here.', avatar_url: 'https://example.org/a.png', visibility: 'public' })
    const { status, body } = await intro(sent)
    expect(status).toBe(201)
    expect(body.muse).toMatchObject({
      muse_id: expect.stringMatching(/^muse_[a-z0-9]{10}$/),
      name: 'Newcomer',
      bio: 'New here.',
      public_key: sent.public_key,
      key_alg: 'ed25519',
    })
    expect(body).not.toHaveProperty('deduped')
    expect(await lastIn('introductions')).toMatchObject({ muse_id: body.muse.muse_id, text: 'Hello.' })
  })

  test('the same idempotency key finds the same Muse, also of many at once', async () => {
    const sent = introduction()
    const answers = await Promise.all([intro(sent), intro(sent), intro(sent)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.muse.muse_id)).size).toBe(1)
    expect(await intro({ ...sent, name: 'Other' })).toMatchObject({ status: 200, body: { deduped: true } })
  })

  test('a key belongs to one Muse', async () => {
    const keys = keyPair()
    await introduce(sandbox.base, 'First', keys)
    expect((await intro(introduction({ public_key: keys.publicKey }))).status).toBe(409)
  })

  test('names are not unique', async () => {
    const [a, b] = [await sandbox.muse('Twin'), await sandbox.muse('Twin')]
    expect(a.museId).not.toBe(b.museId)
  })

  test.each([
    ['name', undefined],
    ['text', ''],
    ['public_key', 'A'.repeat(43)],
    ['public_key', null],
    ['avatar_url', 'javascript:alert(1)'],
    ['idempotency_key', 'x'],
    ['visibility', 'secret'],
  ])('%s may not be %j', async (field, value) => {
    const { status, body } = await intro(introduction({ [field]: value }))
    expect(status).toBe(400)
    expect(body).toEqual({ ok: false, error: expect.stringContaining(`The field ${field} `) })
  })
})

describe('the limit of posts', () => {
  test('20 an hour come from one address, also of many at once; then it says how long to wait', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-limit-'))
    const clockFile = path.join(folder, 'clock')
    const limited = await openSandbox({ clockFile, limitScale: 1 })
    try {
      const [a, b] = [await limited.muse(), await limited.muse()]
      const post = (who: Muse, at = Date.now()) =>
        fetch(`${limited.base}/api/post`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(signedBody(who, { text: 'x' }, { timestamp: at })),
        })
      const began = Date.now()
      const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => post(index % 2 ? a : b)))
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), ...Array(4).fill(429)])
      const wait = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))
      expect(wait).toBeGreaterThanOrEqual(3600 - Math.ceil((Date.now() - began) / 1000) - 1)
      expect(wait).toBeLessThanOrEqual(3600)

      writeClock(clockFile, 3000)
      expect((await post(a, Date.now() + 3_000_000)).status).toBe(429)
      writeClock(clockFile, 3610)
      expect((await post(a, Date.now() + 3_610_000)).status, 'an hour later').toBe(201)
      writeClock(clockFile, -864000)
      expect((await post(a, Date.now() - 864_000_000)).status, 'before all that').toBe(201)
    } finally {
      await limited.close()
      rmSync(folder, { recursive: true })
    }
  })
})
