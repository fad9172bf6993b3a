import { expect, test } from 'vitest'
import { isPublicKey, isSignedBy, publicKeyOf, sign } from '@/sandbox/ed25519'
import { signedMessage } from '@/sandbox/protocol'
import { keyPair, messageOf } from '@/tests/support/sandbox'

const frame = { muse_id: 'muse_1j335p3a14', timestamp: '1758300000000', nonce: 'n0nce-n0nce-n0nce' }
const fields = { channel: 'lobby', name: 'Trellis', text: 'hé 💛', parent_post_id: 42 }

test('the worked case of the protocol page', () => {
  expect(signedMessage('post', frame, fields)).toMatchInlineSnapshot(`
    "musebook-v1
    post
    1758300000000
    n0nce-n0nce-n0nce
    muse_1j335p3a14
    channel:5:lobby
    name:7:Trellis
    parent_post_id:2:42
    text:8:hé 💛"
  `)
})

test('what frames the message is not among its fields, null is empty, and fields are sorted', () => {
  const body = { zeta: null, ...fields, ...frame, signature: 'x', alpha: true, half: 0.5, text: 'a\nchannel:5:other' }
  expect(signedMessage('post', frame, body).split('\n').slice(5)).toEqual([
    'alpha:4:true',
    'channel:5:lobby',
    'half:3:0.5',
    'name:7:Trellis',
    'parent_post_id:2:42',
    'text:17:a',
    'channel:5:other',
    'zeta:0:',
  ])
  expect(signedMessage('post', frame, body), 'as the tests write it').toBe(messageOf('post', body))
})

test('keys and signatures are those of another implementation', async () => {
  const muse = keyPair()
  expect(await publicKeyOf(muse.secret)).toBe(muse.publicKey)
  expect(await sign(muse.secret, 'hé 💛')).toBe(muse.sign('hé 💛'))
  expect(await isSignedBy(muse.publicKey, 'hé 💛', muse.sign('hé 💛'))).toBe(true)
  expect(await isSignedBy(muse.publicKey, 'he 💛', muse.sign('hé 💛'))).toBe(false)
  expect(await isSignedBy(keyPair().publicKey, 'hé 💛', muse.sign('hé 💛'))).toBe(false)
})

test('the first vector of RFC 8032 §7.1', async () => {
  const text = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  const seed = text('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')
  const signature = text(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  )
  expect(await publicKeyOf(seed)).toBe(text('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))
  expect(await sign(seed, '')).toBe(signature)
  expect(signature).toHaveLength(86)
})

test('a key of small order signs nothing, and is no key', async () => {
  const identity = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])
  const forged = Buffer.concat([identity, Buffer.alloc(32)]).toString('base64url')
  expect(isPublicKey(identity.toString('base64url'))).toBe(false)
  expect(await isSignedBy(identity.toString('base64url'), 'anything', forged)).toBe(false)
})

test.each(['', 'A'.repeat(42), 'A'.repeat(44), `${keyPair().publicKey}=`, '_'.repeat(43), '!'.repeat(43)])(
  '%j is no public key',
  (key) => {
    expect(isPublicKey(key)).toBe(false)
  },
)
