import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { keyPair, type Muse } from '@/tests/support/sandbox'

// A wallet and a Muse that belong together, against the sandbox.

const LINKS = '/api/v1/muse-links'
const MINUTE_SECONDS = 60

let world: PlatformWorld
let wallet: Actor
let other: Actor
let muse: Muse
beforeAll(async () => {
  world = await openPlatformWorld('off')
})
beforeEach(async () => {
  world.setClock(0)
  ;[wallet, other, muse] = await Promise.all([world.wallet(), world.wallet(), world.sandbox.muse('Ada')])
})
afterAll(() => world.close())

const start = (who: Actor, museId: string, method = 'ed25519-challenge') =>
  who.post(`${LINKS}/start`, { museId, method })
const verify = (who: Actor, body: unknown) => who.post(`${LINKS}/verify`, body)
const unlink = (who: Actor, body: unknown = {}) => who.post(`${LINKS}/unlink`, body)
const links = async (query: string): Promise<Json[]> => (await world.get(`${LINKS}?${query}`)).body.links

async function started(who: Actor, museId = muse.museId, method?: string): Promise<Json> {
  const reply = await start(who, museId, method)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

describe('by a signature', () => {
  test('the Muse signs a message of its own kind, and the link stands with its proof', async () => {
    const { nonce, message, code, museId, method, expiresAt } = await started(wallet)
    expect([code, museId, method]).toEqual([null, muse.museId, 'ed25519-challenge'])
    expect(message.split('\n').slice(0, 6)).toEqual([
      'svc-muse-link-v1',
      'Service: Trellis',
      `Domain: ${new URL(world.base).host}`,
      `Muse: ${muse.museId}`,
      `Wallet: ${wallet.address}`,
      `Nonce: ${nonce}`,
    ])
    expect(message).toContain(`Expires At: ${expiresAt}`)
    const signature = muse.sign(message)
    const reply = await verify(wallet, { nonce, signature })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.link).toMatchObject({
      museId: muse.museId,
      wallet: wallet.address,
      method: 'ed25519-challenge',
      active: true,
      publicKey: muse.publicKey,
      message,
      signature,
      postUrl: null,
      unlinkedAt: null,
    })
    expect(await links(`wallet=${wallet.address}`)).toEqual([reply.body.link])
    expect(await links(`museId=${muse.museId}`)).toEqual([reply.body.link])
    expect(await links(`museId=${muse.museId}&wallet=${wallet.address.toLowerCase()}`)).toEqual([reply.body.link])
    expect(await links(`museId=${muse.museId}&wallet=${other.address}`)).toEqual([])
  })

  test('another key, another message or a twisted signature is 401, and the nonce is still good', async () => {
    const { nonce, message } = await started(wallet)
    const good = muse.sign(message)
    const bad = [
      keyPair().sign(message),
      muse.sign(`${message} `),
      muse.sign(message.replace(wallet.address, other.address)),
      `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
      'A'.repeat(86),
    ]
    for (const signature of bad) expectRefused(await verify(wallet, { nonce, signature }), 401)
    expectRefused(await verify(other, { nonce, signature: good }), 401)
    expectRefused(await verify(wallet, { nonce: 'n'.repeat(48), signature: good }), 401)
    expect((await verify(wallet, { nonce, signature: good })).status).toBe(201)
    expectRefused(await verify(wallet, { nonce, signature: good }), 409)
  })

  test('a signature that is none is 400, and so is a post in its place', async () => {
    const { nonce } = await started(wallet)
    for (const signature of ['', 'short', '='.repeat(86)])
      expectRefused(await verify(wallet, { nonce, signature }), 400, 'signature')
    expectRefused(await verify(wallet, { nonce }), 400, 'signature')
    expectRefused(await verify(wallet, { nonce, postId: '1' }), 400, 'signature')
  })

  test('a message runs out after ten minutes', async () => {
    const { nonce, message } = await started(wallet)
    world.setClock(10 * MINUTE_SECONDS + 1)
    expectRefused(await verify(wallet, { nonce, signature: muse.sign(message) }), 410)
  })

  test('a Muse without a key cannot sign, one that does not exist neither', async () => {
    for (const museId of ['muse_wynjr', 'muse_nobodyhere']) {
      const { nonce } = await started(wallet, museId)
      expectRefused(await verify(wallet, { nonce, signature: 'A'.repeat(86) }), 409)
    }
  })

  test.each(['anon:somebody', 'muse_', 'muse_UPPER', 'wynjr', '', 42])('%s is no Muse', async (museId) => {
    expectRefused(await wallet.post(`${LINKS}/start`, { museId, method: 'signed-post' }), 400, 'museId')
  })

  test('a sign-in nonce links nothing', async () => {
    const asked = await world.send('POST', '/api/v1/auth/challenge', { address: wallet.address, chainId: 1 })
    const { nonce, message } = asked.body
    expectRefused(await verify(wallet, { nonce, signature: muse.sign(message) }), 401)
  })
})

describe('by a public post', () => {
  test('a post that is the line, by that Muse, links it; the line names both parties and this service', async () => {
    const { nonce, code, message } = await started(wallet, muse.museId, 'signed-post')
    const { host } = new URL(world.base)
    const said = `svc-muse-link-v1 I, ${muse.museId}, belong to the wallet ${wallet.address} on Trellis (${host}). Code: `
    expect([message, code.slice(0, said.length), code.slice(said.length)]).toEqual([
      null,
      said,
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ])
    expect(code).not.toContain(nonce)
    const root = await world.sandbox.post(world.own, { text: 'Say it here.', channel: 'garden' })
    const id = await world.sandbox.post(muse, { text: code, channel: 'garden', parent: root })
    const reply = await verify(wallet, { nonce, postId: String(id) })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.link).toMatchObject({
      method: 'signed-post',
      code,
      postUrl: world.sandbox.url(id, 'garden'),
      publicKey: null,
      signature: null,
    })
  })

  test('a post by another, without the code, unsigned, or none, is refused, and the nonce is still good', async () => {
    const { nonce, code } = await started(wallet, muse.museId, 'signed-post')
    const someone = await world.sandbox.muse('Ada')
    const posts = [
      await world.sandbox.post(someone, { text: code }),
      await world.sandbox.post(muse, { text: 'Nothing to see.' }),
      await world.sandbox.postAnonymously('Ada', { text: code }),
    ]
    for (const postId of posts) expectRefused(await verify(wallet, { nonce, postId }), 401)
    expectRefused(await verify(wallet, { nonce, postId: '999999' }), 409)
    expectRefused(await verify(wallet, { nonce, postId: '2' }), 503)
    for (const unnamed of ['x', `0${posts[0]}`, '0', 0, 1_000_000_000_000_000])
      expectRefused(await verify(wallet, { nonce, postId: unnamed }), 400, 'postId')
    expectRefused(await verify(wallet, { nonce, signature: 'A'.repeat(86) }), 400, 'postId')
    const postId = await world.sandbox.post(muse, { text: code })
    expect((await verify(wallet, { nonce, postId })).status).toBe(201)
  })

  test('a Muse that quotes somebody’s line, or speaks of it, is not linked by it', async () => {
    const { nonce, code } = await started(wallet, muse.museId, 'signed-post')
    const talk = [
      `> ${code}`,
      `>${code}`,
      `“${code}”`,
      `\`${code}\``,
      `${code}\nNo, I do not.`,
      `Somebody asks me to post this:\n${code}`,
      `Is this real? ${code}`,
      `${code} (a scam)`,
      `${code} ${code}`,
      code.replace(' I, ', '\nI, '),
      code.slice(0, -1),
      code.slice(code.lastIndexOf(' ') + 1),
      code.replace('belong', 'be\u200blong'),
    ]
    for (const text of talk) {
      const postId = await world.sandbox.post(muse, { text })
      expectRefused(await verify(wallet, { nonce, postId }), 401)
    }
    expect(await links(`museId=${muse.museId}`)).toEqual([])
    const postId = await world.sandbox.post(muse, { text: `\n  ${code.replace(' on ', ' \u00a0 on ')} \n` })
    expect((await verify(wallet, { nonce, postId })).status).toBe(201)
  })

  test('a code of the earlier form, begun before an upgrade, is refused plainly: start again', async () => {
    const { nonce } = await started(wallet, muse.museId, 'signed-post')
    const code = `svc-link-${'ab'.repeat(16)}`
    await world.sql.query(
      `UPDATE "SigningNonce" SET message = 'svc-muse-link-v1', content = content || jsonb_build_object('code', $2::text) WHERE nonce = $1`,
      [nonce, code],
    )
    const postId = await world.sandbox.post(muse, { text: code })
    const reply = await verify(wallet, { nonce, postId })
    expectRefused(reply, 410)
    expect(reply.body.error.message).toContain('Start again')
  })

  test('the code of another start is not this one’s', async () => {
    const first = await started(wallet, muse.museId, 'signed-post')
    const second = await started(other, muse.museId, 'signed-post')
    const postId = await world.sandbox.post(muse, { text: first.code })
    expectRefused(await verify(other, { nonce: second.nonce, postId }), 401)
    expect((await verify(wallet, { nonce: first.nonce, postId })).status).toBe(201)
  })

  test('a post that is older than the code is refused', async () => {
    const { nonce, code } = await started(wallet, muse.museId, 'signed-post')
    world.setClock(-MINUTE_SECONDS)
    const postId = await world.sandbox.post(muse, { text: code })
    world.setClock(0)
    const refused = await verify(wallet, { nonce, postId })
    expectRefused(refused, 401)
    expect(refused.body.error.message).toContain('Post the line anew')
  })

  test('a post that is not there is told as such', async () => {
    const { nonce } = await started(wallet, muse.museId, 'signed-post')
    const refused = await verify(wallet, { nonce, postId: '999999999' })
    expectRefused(refused, 409)
    expect(refused.body.error.message).toBe('There is no such post on the community platform. Nothing was changed.')
  })
})

describe('one link at a time', () => {
  test('a linked wallet and a linked Muse are refused at the start, and at the end', async () => {
    const second = await world.sandbox.muse()
    const waiting = await started(wallet, second.museId)
    const rival = await started(other, muse.museId)
    await linkMuse(wallet, muse)
    expectRefused(await start(wallet, second.museId), 409)
    expectRefused(await start(other, muse.museId), 409)
    const late = { nonce: waiting.nonce, signature: second.sign(waiting.message) }
    expectRefused(await verify(wallet, late), 409)
    const alsoLate = { nonce: rival.nonce, signature: muse.sign(rival.message) }
    expectRefused(await verify(other, alsoLate), 409)
    expect((await unlink(wallet)).status).toBe(201)
    expect((await verify(other, alsoLate)).status).toBe(201)
    expect((await verify(wallet, late)).status).toBe(201)
  })

  test('the history keeps every link, newest first', async () => {
    await linkMuse(wallet, muse)
    await unlink(wallet, { reason: 'Handed on.' })
    await linkMuse(other, muse)
    expect(await links(`museId=${muse.museId}`)).toMatchObject([
      { wallet: other.address, active: true },
      {
        wallet: wallet.address,
        active: false,
        unlinkedBy: wallet.address,
        unlinkReason: 'Handed on.',
        unlinkedAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  test('asking for neither a wallet nor a Muse is 400', async () => {
    expectRefused(await world.get(LINKS), 400, 'wallet')
  })
})

describe('the end of a link', () => {
  test('is the wallet’s, or a moderator’s, who is recorded', async () => {
    await linkMuse(wallet, muse)
    expectRefused(await unlink(other, { wallet: wallet.address }), 403)
    const admin = await world.admin()
    const reply = await unlink(admin, { wallet: wallet.address, reason: 'Impersonation.' })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.link).toMatchObject({
      wallet: wallet.address,
      active: false,
      unlinkedBy: admin.address,
      unlinkReason: 'Impersonation.',
    })
    const told = (await wallet.get('/api/v1/notifications')).body.notifications
    expect(told.map(({ kind, href }: Json) => [kind, href])).toEqual([['muse-unlinked', `/wallets/${wallet.address}`]])
    expect((await admin.get('/api/v1/notifications')).body.notifications).toEqual([])
    expectRefused(await unlink(wallet), 409)
    expectRefused(await unlink(admin, { wallet: wallet.address }), 409)
  })

  test('may name the own wallet', async () => {
    await linkMuse(wallet, muse)
    expect((await unlink(wallet, { wallet: wallet.address.toLowerCase() })).status).toBe(201)
    expect((await wallet.get('/api/v1/notifications')).body.notifications).toEqual([])
  })
})
