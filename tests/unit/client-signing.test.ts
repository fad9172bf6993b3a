import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientSettings } from '@/client/src/api'
import { signInMessage, verdictMessage } from '@/lib/signing/messages'
import { serviceEnvironment } from '@/tests/support/environment'
import {
  answer,
  drop,
  type MisbehavingService,
  misbehavingService,
  notingClient,
} from '@/tests/support/misbehaving-service'

// What the client signs, and what it does not, whatever a service hands over.

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const OTHER = privateKeyToAccount(`0x${'22'.repeat(32)}`).address

let service: MisbehavingService
beforeAll(async () => {
  service = await misbehavingService()
})
afterAll(() => service.close())

const client = (settings?: ClientSettings) => notingClient(service, [], settings)
const keys = () => service.requests.map(({ headers }) => headers['idempotency-key'])

// The service's own texts, of a service at this address.
Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
  { APP_URL: 'https://trellis.example' },
)

/** An account that notes what it signs. */
function notingSigner() {
  const signed: string[] = []
  const signMessage = ({ message }: { message: string }) => {
    signed.push(message)
    return account.signMessage({ message })
  }
  return { signed, signer: { address: account.address, signMessage } }
}

const NONCE = '0123456789abcdef0123456789abcdef'
const VERDICT = {
  tag: 'svc-proof-review-v1',
  records: [
    ['Mission', 'm'],
    ['Proof', 'p'],
  ] as const,
  contentHash: '00'.repeat(32),
  verdict: 'approve',
  verifier: account.address,
  nonce: NONCE,
  issuedAt: new Date(0),
  expiresAt: new Date(600_000),
  wordsName: 'Reason',
  words: 'It is "there".',
}
/** A text as the service makes it. */
const verdictText = (over: Partial<typeof VERDICT> = {}) => verdictMessage({ ...VERDICT, ...over })
const prepared = (message: string) =>
  answer(200, { signatureRequired: true, nonce: NONCE, message, expiresAt: '2030-01-01' })
const REVIEW = { params: { id: 'p' }, body: { verdict: 'approve', reason: ' It is "there". ' } } as const

test('a signed action asks the wallet once, and each of its steps has one key', async () => {
  const message = verdictText()
  service.treat(drop, prepared(message), drop, answer(201, { proof: { id: 'p' } }))
  const { signer, signed } = notingSigner()
  await client({ signer, domain: 'trellis.example' }).reviewProof(REVIEW)
  expect(signed).toEqual([message])
  const [prepare, again, submit, submitAgain] = keys()
  expect([again, submitAgain]).toEqual([prepare, submit])
  expect(submit).not.toBe(prepare)
  const signature = await account.signMessage({ message })
  expect(JSON.parse(service.requests[3]?.body ?? '')).toEqual({ nonce: NONCE, signature })
})

test.for([
  ['domain', verdictText(), 'other.example'],
  ['address', verdictText({ verifier: OTHER })],
  ['nonce', verdictText({ nonce: 'f'.repeat(32) })],
  ['record', verdictText({ records: [['Proof', 'q']] as never })],
  ['verdict', verdictText({ verdict: 'reject' })],
  ['reason', verdictText({ words: 'p' })],
  ['domain', 'The exact text.'],
] as const)('a text for another %s is not signed', async ([what, message, domain = 'trellis.example'], { expect }) => {
  service.treat(prepared(message))
  const { signer, signed } = notingSigner()
  await expect(client({ signer, domain }).reviewProof(REVIEW)).rejects.toThrow(`another ${what} than`)
  expect(signed).toEqual([])
  expect(service.requests).toHaveLength(1)
})

test('a text about other content than what was judged is not signed', async () => {
  const { signer, signed } = notingSigner()
  const by = client({ signer, domain: 'trellis.example' })
  service.treat(prepared(verdictText({ contentHash: '11'.repeat(32) })))
  await expect(by.reviewProof(REVIEW, { contentHash: VERDICT.contentHash })).rejects.toThrow('another content than')
  expect(signed).toEqual([])
  service.treat(prepared(verdictText()), answer(201, { proof: { id: 'p' } }))
  await by.reviewProof(REVIEW, { contentHash: VERDICT.contentHash })
  expect(signed).toEqual([verdictText()])
})

const SIGN_IN = {
  address: account.address,
  chainId: 1,
  nonce: NONCE,
  issuedAt: new Date(0),
  expiresAt: new Date(600_000),
}

test.for([
  ['domain', signInMessage(SIGN_IN), NONCE, 'other.example'],
  ['address', signInMessage({ ...SIGN_IN, address: OTHER }), NONCE],
  ['nonce', signInMessage(SIGN_IN), 'f'.repeat(32)],
  ['domain', `http://${signInMessage(SIGN_IN)}`, NONCE],
  ['URI', signInMessage(SIGN_IN).replace('URI: https://trellis', 'URI: https://other'), NONCE],
] as const)(
  'a sign-in for another %s is not signed',
  async ([what, message, nonce, domain = 'trellis.example'], { expect }) => {
    service.treat(answer(201, { nonce, message }))
    const { signer, signed } = notingSigner()
    await expect(client({ signer, domain }).signIn()).rejects.toThrow(`another ${what} than`)
    expect(signed).toEqual([])
  },
)

test('the domain is that of the base, unless another is named', async () => {
  service.treat(
    prepared(verdictText()),
    prepared(verdictText().replace('trellis.example', new URL(service.base).host)),
    answer(201, {}),
  )
  const { signer, signed } = notingSigner()
  await expect(client({ signer }).reviewProof(REVIEW)).rejects.toThrow('another domain than')
  await client({ signer }).reviewProof(REVIEW)
  expect(signed).toHaveLength(1)
})

test('a signed action without a signer says what it needs, and sends nothing', async () => {
  service.treat()
  const body = { verdict: 'approve', reason: 'It is there.' } as const
  await expect(client().reviewProof({ params: { id: 'p' }, body })).rejects.toThrow('reviewProof needs a signer')
  expect(service.requests).toHaveLength(0)
})
