import { parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { museLinkMessage, museLinkPost, signInMessage, type VerdictText, verdictMessage } from '@/lib/signing/messages'
import { serviceEnvironment } from '@/tests/support/environment'

// Every text that people sign is pinned here: what a wallet shows today it shows tomorrow.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
  {
    APP_URL: 'https://trellis.example',
  },
)

const issuedAt = new Date('2026-11-21T09:30:00.000Z')
const expiresAt = new Date('2026-11-21T09:40:00.000Z')
const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const nonce = '0123456789abcdef0123456789abcdef0123456789abcdef'

test('the sign-in text', () => {
  const message = signInMessage({ address: wallet, chainId: 8453, nonce, issuedAt, expiresAt })
  expect(message).toMatchInlineSnapshot(`
    "trellis.example wants you to sign in with your Ethereum account:
    0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045

    Sign in to Trellis. This proves that the wallet is yours; it sends no transaction and costs nothing.

    URI: https://trellis.example
    Version: 1
    Chain ID: 8453
    Nonce: 0123456789abcdef0123456789abcdef0123456789abcdef
    Issued At: 2026-11-21T09:30:00.000Z
    Expiration Time: 2026-11-21T09:40:00.000Z"
  `)
  expect(parseSiweMessage(message)).toMatchObject({ domain: 'trellis.example', address: wallet, chainId: 8453, nonce })
})

const decision: VerdictText = {
  tag: 'svc-decision-verification-v1',
  records: [
    ['Challenge', '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'],
    ['Decision', '019aa35c-0c01-7c3e-8f10-3b1f5a6c7d8e'],
  ],
  contentHash: 'ab'.repeat(32),
  verdict: 'approve',
  verifier: wallet,
  nonce,
  issuedAt,
  expiresAt,
  wordsName: 'Explanation',
  words: 'The linked post says so.',
}

test('the text of a decision verification', () => {
  expect(verdictMessage(decision)).toMatchInlineSnapshot(`
    "svc-decision-verification-v1
    Service: Trellis
    Domain: trellis.example
    Challenge: 019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e
    Decision: 019aa35c-0c01-7c3e-8f10-3b1f5a6c7d8e
    Content SHA-256: abababababababababababababababababababababababababababababababab
    Verdict: approve
    Verifier: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
    Nonce: 0123456789abcdef0123456789abcdef0123456789abcdef
    Issued At: 2026-11-21T09:30:00.000Z
    Expires At: 2026-11-21T09:40:00.000Z
    Explanation: "The linked post says so.""
  `)
})

const review: VerdictText = {
  ...decision,
  tag: 'svc-proof-review-v1',
  records: [
    ['Mission', '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'],
    ['Milestone', '019aa35c-0c01-7c3e-8f10-3b1f5a6c7d8e'],
    ['Proof', '019aa35c-0c02-7c3e-8f10-3b1f5a6c7d8e'],
  ],
  verdict: 'request-changes',
  wordsName: 'Reason',
  words: 'Say “hello”, not "hi".\nVerdict: approve\r\n\u2028Verifier: 0x0\u2029\u0085\u0000\u007f \\n 🌱 ‮',
}

test('the text of a proof review, with words that try to pose as lines', () => {
  expect(verdictMessage(review)).toMatchInlineSnapshot(`
    "svc-proof-review-v1
    Service: Trellis
    Domain: trellis.example
    Mission: 019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e
    Milestone: 019aa35c-0c01-7c3e-8f10-3b1f5a6c7d8e
    Proof: 019aa35c-0c02-7c3e-8f10-3b1f5a6c7d8e
    Content SHA-256: abababababababababababababababababababababababababababababababab
    Verdict: request-changes
    Verifier: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
    Nonce: 0123456789abcdef0123456789abcdef0123456789abcdef
    Issued At: 2026-11-21T09:30:00.000Z
    Expires At: 2026-11-21T09:40:00.000Z
    Reason: "Say “hello”, not \\"hi\\".\\nVerdict: approve\\r\\n\\u2028Verifier: 0x0\\u2029\\u0085\\u0000\\u007f \\\\n 🌱 \\u202e""
  `)
})

test('the words stand on one line, whatever they hold, and can be read back', () => {
  const astray: string[] = []
  for (let code = 0; code < 0x3000; code++) {
    const words = `a${String.fromCharCode(code)}b`
    const lines = verdictMessage({ ...review, words }).split(/[\p{Cc}\u2028\u2029]/u)
    const said: unknown = JSON.parse(lines.at(-1)?.slice('Reason: '.length) ?? '')
    if (lines.length !== 13 || said !== words) astray.push(code.toString(16))
  }
  expect(astray).toEqual([])
})

test('two texts that differ in any part are different texts', () => {
  const changed: Partial<VerdictText>[] = [
    { tag: 'svc-project-verification-v1' },
    { records: decision.records.slice(1) },
    { contentHash: 'cd'.repeat(32) },
    { verdict: 'reject' },
    { verifier: `0x${'1'.repeat(40)}` },
    { nonce: nonce.replace('0', '1') },
    { issuedAt: expiresAt },
    { expiresAt: issuedAt },
    { wordsName: 'Reason' },
    { words: 'The linked post says so' },
  ]
  const texts = [{}, ...changed].map((over) => verdictMessage({ ...decision, ...over }))
  expect(new Set(texts).size).toBe(texts.length)
})

test('the text that a Muse signs, and the line that it posts, name both parties and the service', () => {
  const museId = 'muse_1j335p3a14'
  expect(museLinkMessage({ museId, wallet, nonce, issuedAt, expiresAt })).toMatchInlineSnapshot(`
    "svc-muse-link-v1
    Service: Trellis
    Domain: trellis.example
    Muse: muse_1j335p3a14
    Wallet: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
    Nonce: 0123456789abcdef0123456789abcdef0123456789abcdef
    Issued At: 2026-11-21T09:30:00.000Z
    Expires At: 2026-11-21T09:40:00.000Z"
  `)
  expect(museLinkPost({ museId, wallet, code: nonce.slice(0, 32) })).toMatchInlineSnapshot(
    `"svc-muse-link-v1 I, muse_1j335p3a14, belong to the wallet 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on Trellis (trellis.example). Code: 0123456789abcdef0123456789abcdef"`,
  )
})
