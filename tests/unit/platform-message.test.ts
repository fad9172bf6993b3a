import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalMessage } from '@/lib/platform/gateway'
import { publicKeyOf, signEd25519 } from '@/lib/signing/ed25519'
import { museLinkMessage } from '@/lib/signing/messages'
import { verifyEd25519 } from '@/lib/signing/verify-ed25519'
import { serviceEnvironment } from '@/tests/support/environment'

// Every text that is signed is pinned here.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
  { APP_URL: 'https://trellis.example' },
)

const frame = { museId: 'muse_1j335p3a14', timestamp: '1758300000000', nonce: 'n0nce-n0nce-n0nce' }

test('the worked case of the protocol page', () => {
  const fields = { channel: 'lobby', name: 'Trellis', text: 'hé 💛', parent_post_id: 42 }
  expect(canonicalMessage('post', frame, fields)).toBe(
    [
      'musebook-v1',
      'post',
      '1758300000000',
      'n0nce-n0nce-n0nce',
      'muse_1j335p3a14',
      'channel:5:lobby',
      'name:7:Trellis',
      'parent_post_id:2:42',
      'text:8:hé 💛',
    ].join('\n'),
  )
})

test.each([
  ['no fields leave the head alone', {}, ''],
  ['null is an empty text', { bio: null }, '\nbio:0:'],
  ['an empty text too', { bio: '' }, '\nbio:0:'],
  ['numbers print in decimal', { parent_post_id: 999_999_999_999_999 }, '\nparent_post_id:15:999999999999999'],
  ['lengths count bytes, not characters', { text: 'ß€𝄞' }, '\ntext:9:ß€𝄞'],
  ['a line break stays within its length', { text: 'a\nb:1:c' }, '\ntext:7:a\nb:1:c'],
  ['keys are sorted by their characters', { b: '2', a: '1', a_b: '3', A: '0' }, '\nA:1:0\na:1:1\na_b:1:3\nb:1:2'],
])('%s', (_what, fields, tail) => {
  expect(canonicalMessage('post', frame, fields)).toBe(
    `musebook-v1\npost\n1758300000000\nn0nce-n0nce-n0nce\nmuse_1j335p3a14${tail}`,
  )
})

test('a signature over it is 86 base64url characters that the key verifies, and is pinned', async () => {
  const seed = Buffer.alloc(32, 9).toString('base64url')
  const message = new TextEncoder().encode(canonicalMessage('post', frame, { channel: 'lobby', text: 'hé 💛' }))
  const signature = await signEd25519(message, seed)
  expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/)
  expect(await verifyEd25519(message, signature, await publicKeyOf(seed))).toBe(true)
  expect(createHash('sha256').update(signature).digest('hex')).toMatchInlineSnapshot(
    `"62987bc49049773ca9392477240ccdd626afda47edbbc0f46f0226307c871448"`,
  )
})

test('the text by which a Muse links a wallet', () => {
  const message = museLinkMessage({
    museId: 'muse_1j335p3a14',
    wallet: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    nonce: '0123456789abcdef0123456789abcdef0123456789abcdef',
    issuedAt: new Date('2026-11-21T09:30:00.000Z'),
    expiresAt: new Date('2026-11-21T09:40:00.000Z'),
  })
  expect(message).toMatchInlineSnapshot(`
    "svc-muse-link-v1
    Service: Trellis
    Domain: trellis.example
    Muse: muse_1j335p3a14
    Wallet: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
    Nonce: 0123456789abcdef0123456789abcdef0123456789abcdef
    Issued At: 2026-11-21T09:30:00.000Z
    Expires At: 2026-11-21T09:40:00.000Z"
  `)
})
