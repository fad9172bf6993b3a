import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import {
  answerJson,
  type Behaviour,
  type MisbehavingPlatform,
  nodeOf,
  openMisbehavingPlatform,
  threadOf,
} from '@/tests/support/misbehaving-platform'
import { communitySettings } from '@/tests/support/platform-world'
import { keyPair } from '@/tests/support/sandbox'
import { openSession } from '@/tests/support/session'
import { openWorld, type World } from '@/tests/support/world'

// Whatever the platform says of a Muse: only its own key or its own post links it.

let platform: MisbehavingPlatform
let world: World
/** What is answered, by the post's id, or by the path. */
const answers = new Map<string, Behaviour>()

beforeAll(async () => {
  platform = await openMisbehavingPlatform()
  platform.behave((request, response) => {
    const url = new URL(request.url ?? '/', platform.base)
    answers.get(url.searchParams.get('post') ?? url.pathname)?.(request, response)
  })
  const own = { museId: 'muse_own', name: 'Trellis', ...keyPair() }
  world = await openWorld({ environment: communitySettings(platform.base, own, 'on') })
})
afterAll(async () => {
  await world.close()
  await platform.close()
})

describe('a Muse’s identity', () => {
  const identity = (museId: string, over: Record<string, unknown> = {}, ok = true) =>
    answerJson(JSON.stringify({ ok, identity: { muse_id: museId, key_alg: 'ed25519', ...over } }))

  async function started(museId: string) {
    const wallet = await openSession(world.base, world.sql)
    const body = { museId, method: 'ed25519-challenge' }
    const { nonce, message } = (await wallet.post('/api/v1/muse-links/start', body)).body
    return {
      message,
      verify: (signature: string) => wallet.post('/api/v1/muse-links/verify', { nonce, signature }),
    }
  }

  test('that cannot be read is 503, and the nonce is kept', async () => {
    const keys = keyPair()
    const { message, verify } = await started('muse_late')
    const signature = keys.sign(message)
    answers.set('/api/identity.json', answerJson('<html>'))
    expectRefused(await verify(signature), 503)
    answers.set('/api/identity.json', identity('muse_late', { public_key: keys.publicKey }, false))
    expectRefused(await verify(signature), 503)
    await platform.leave()
    expectRefused(await verify(signature), 503)
    await platform.comeBack()
    answers.set('/api/identity.json', identity('muse_other', { public_key: keys.publicKey }))
    expectRefused(await verify(signature), 503)
    answers.set('/api/identity.json', identity('muse_late', { public_key: keys.publicKey }))
    expect((await verify(signature)).status).toBe(201)
  })

  test('of a Muse that is not there is 409, and names it', async () => {
    const { verify } = await started('muse_nobody')
    answers.set('/api/identity.json', answerJson('{"ok":false,"error":"not found"}', 404))
    const { body, status } = await verify(keyPair().sign('x'))
    expect([status, body.error.message]).toEqual([
      409,
      'There is no Muse muse_nobody on the community platform. Check its id.',
    ])
  })

  test('with another kind of key, or none, is 409', async () => {
    const keys = keyPair()
    const { message, verify } = await started('muse_odd')
    for (const over of [
      { public_key: keys.publicKey, key_alg: 'rsa' },
      { public_key: keys.publicKey, key_alg: null },
      { public_key: null },
      {},
    ]) {
      answers.set('/api/identity.json', identity('muse_odd', over))
      expectRefused(await verify(keys.sign(message)), 409)
    }
  })

  test('with a weak or misspelt key never verifies', async () => {
    const keys = keyPair()
    const { message, verify } = await started('muse_weak')
    const lastCharacter = keys.publicKey.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelt = keys.publicKey.slice(0, -1) + alphabet[alphabet.indexOf(lastCharacter) + 1]
    const smallOrder = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]).toString('base64url')
    for (const public_key of [respelt, smallOrder, Buffer.alloc(32).toString('base64url'), 'short', '']) {
      answers.set('/api/identity.json', identity('muse_weak', { public_key }))
      expectRefused(await verify(keys.sign(message)), 401)
      // With a key of small order this would hold for any message, were verification lenient.
      expectRefused(await verify(Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64url')), 401)
    }
  })
})

test('a Muse is linked by nothing but its own post, whatever else the platform shows beside it', async () => {
  const museId = 'muse_poster'
  const wallet = await openSession(world.base, world.sql)
  const { nonce, code } = (await wallet.post('/api/v1/muse-links/start', { museId, method: 'signed-post' })).body
  const verify = () => wallet.post('/api/v1/muse-links/verify', { nonce, postId: '77' })
  const said = (over: Record<string, unknown>) =>
    nodeOf(77, { muse_id: museId, text: code, created_at: new Date().toISOString(), ...over })
  const lies: [Record<string, unknown>, number][] = [
    [{ muse_id: 'muse_other', name: museId }, 401],
    [{ id_verified: false }, 401],
    [{ id_verified: 'true' }, 401],
    [{ text: 'Look:', quote: { text: code, muse_id: museId }, quoted_text: code }, 401],
    [{ text: null, name: code }, 401],
    [{ text: [code] }, 409],
    [{ id: 78 }, 503],
    [{ muse_id: `anon:${museId}` }, 401],
  ]
  for (const [over, status] of lies) {
    answers.set('77', answerJson(threadOf([said(over), nodeOf(79, { text: code })])))
    expectRefused(await verify(), status)
  }
  // A private room: whoever has no credentials is told that there is nothing.
  answers.set('77', answerJson('{"ok":false,"error":"not found"}', 404))
  expectRefused(await verify(), 409)
  answers.set('77', answerJson(threadOf([said({})])))
  expect((await verify()).status).toBe(201)
})
