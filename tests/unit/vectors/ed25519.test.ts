import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { publicKeyOf, signEd25519 } from '@/lib/signing/ed25519'
import { verifyEd25519 } from '@/lib/signing/verify-ed25519'
import { isSignedHash, isSignedText } from '@/lib/verify/primitives'
import { vectors } from '@/tests/support/vectors'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const text = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')

/** What the one verification says that the service and the checker of saved receipts share. */
const verdictOf = (message: string, signature: string, key: string): Promise<boolean> =>
  verifyEd25519(bytes(message), text(signature), text(key))

const WYCHEPROOF = vectors(
  'wycheproof/ed25519_test.json',
  z.object({
    numberOfTests: z.int(),
    testGroups: z.array(
      z.object({
        publicKey: z.object({ pk: z.string() }),
        tests: z.array(
          z.object({
            tcId: z.int(),
            comment: z.string(),
            msg: z.string(),
            sig: z.string(),
            result: z.enum(['valid', 'invalid']),
          }),
        ),
      }),
    ),
  }),
)
const WYCHEPROOF_CASES = WYCHEPROOF.testGroups.flatMap(({ publicKey, tests }) =>
  tests.map((one) => ({ ...one, key: publicKey.pk })),
)

test('every signature of Wycheproof gets the verdict that is written beside it', async () => {
  expect(WYCHEPROOF_CASES).toHaveLength(WYCHEPROOF.numberOfTests)
  const wrong: string[] = []
  for (const { tcId, comment, msg, sig, result, key } of WYCHEPROOF_CASES) {
    if ((await verdictOf(msg, sig, key)) !== (result === 'valid')) wrong.push(`${tcId} ${comment}: not ${result}`)
  }
  expect(wrong).toEqual([])
})

/**
 * The cases of "Taming the many EdDSAs" in their order, with what a strict verifier says of each: no key of small order, one
 * encoding of everything, and the equation of RFC 8032 §5.1.7 with the cofactor, so that a signature by itself and one in a
 * batch get the same verdict.
 */
const EDGES: readonly (readonly [of: string, isValid: boolean])[] = [
  ['S is zero, key and R of small order', false],
  ['key of small order, R mixed', false],
  ['key mixed, R of small order', true],
  ['key and R mixed, both equations hold', true],
  ['key and R mixed, only the equation with the cofactor holds', true],
  ['key mixed, only the equation with the cofactor, not reduced before, holds', true],
  ['S above the order of the group', false],
  ['S far above the order of the group', false],
  ['R not canonical, reduced for the hash', false],
  ['R not canonical, not reduced for the hash', false],
  ['key not canonical, reduced for the hash', false],
  ['key not canonical, not reduced for the hash', false],
]

const SPECCHECK = vectors(
  'ed25519-speccheck/cases.json',
  z.array(z.object({ message: z.string(), pub_key: z.string(), signature: z.string() })),
)

test('the edge cases of "Taming the many EdDSAs" get the verdicts of a strict verifier', async () => {
  expect(SPECCHECK).toHaveLength(EDGES.length)
  const verdicts = []
  for (const [at, { message, signature, pub_key }] of SPECCHECK.entries())
    verdicts.push([EDGES[at]?.[0], await verdictOf(message, signature, pub_key)])
  expect(verdicts).toEqual(EDGES)
})

/** RFC 8032 §7.1, the tests named 1024 and SHA(abc); the first three stand in `tests/unit/ed25519.test.ts`. */
const LONG_KEY = '278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e'
const RFC_8032 = [
  {
    seed: 'f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5',
    key: LONG_KEY,
    /** 1023 bytes, which Wycheproof has too. */
    message: WYCHEPROOF_CASES.find(({ key, msg }) => key === LONG_KEY && msg.length === 2046)?.msg ?? '',
    signature:
      '0aab4c900501b3e24d7cdf4663326a3a87df5e4843b2cbdb67cbf6e460fec350aa5371b1508f9f4528ecea23c436d94b5e8fcd4f681e30a6ac00a9704a188a03',
  },
  {
    seed: '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    key: 'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    message: createHash('sha512').update('abc').digest('hex'),
    signature:
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  },
]

test.each(RFC_8032)('the vector of RFC 8032 with the seed $seed', async ({ seed, key, message, signature }) => {
  expect(await publicKeyOf(text(seed))).toBe(text(key))
  expect(await signEd25519(bytes(message), text(seed))).toBe(text(signature))
  expect(await verdictOf(message, signature, key)).toBe(true)
})

test('a saved receipt, whoever wrote it, has one spelling of its signature and of its key', async () => {
  const found = WYCHEPROOF_CASES.find(({ result, msg }) => result === 'valid' && msg === '')
  const [signature, key] = [text(found?.sig ?? ''), text(found?.key ?? '')]
  expect(await isSignedText('', signature, key)).toBe(true)
  // The letter after: the same bytes, because the last letter of a text holds bits of no byte.
  const next = (value: string) => value.slice(0, -1) + String.fromCharCode(value.charCodeAt(value.length - 1) + 1)
  for (const spelled of [next(signature), `${signature}==`, `${signature}A`, signature.slice(1), 'A', '']) {
    expect(await isSignedText('', spelled, key), spelled).toBe(false)
    expect(await isSignedHash('ab'.repeat(32), spelled, key), spelled).toBe(false)
  }
  for (const spelled of [next(key), `${key}=`, `${key}AA`, 'A', ''])
    expect(await isSignedText('', signature, spelled), spelled).toBe(false)
})
