import { describe, expect, test } from 'vitest'
import { publicKeyOf, serviceKey, signEd25519, signHash } from '@/lib/signing/ed25519'
import { verifyEd25519 } from '@/lib/signing/verify-ed25519'
import { serviceEnvironment } from '@/tests/support/environment'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const text = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')

/** RFC 8032 §7.1, tests 1, 2, 3. */
const VECTORS = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
]

describe.each(VECTORS)('the vector of RFC 8032 with message "$message"', ({ seed, key, message, signature }) => {
  test('gives the key and the signature, and verifies', async () => {
    expect(await publicKeyOf(text(seed))).toBe(text(key))
    expect(await signEd25519(bytes(message), text(seed))).toBe(text(signature))
    expect(await verifyEd25519(bytes(message), text(signature), text(key))).toBe(true)
  })

  test('verifies for no other message, key or signature', async () => {
    expect(await verifyEd25519(bytes(`${message}00`), text(signature), text(key))).toBe(false)
    const other = VECTORS.find((vector) => vector.key !== key)
    expect(await verifyEd25519(bytes(message), text(signature), text(other?.key ?? ''))).toBe(false)
    for (const at of [0, 31, 32, 63]) {
      const altered = Buffer.from(signature, 'hex')
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
      expect(await verifyEd25519(bytes(message), altered.toString('base64url'), text(key)), `byte ${at}`).toBe(false)
    }
  })
})

const { key: KEY, signature: SIGNATURE } = VECTORS[2] ?? { key: '', signature: '' }
const MESSAGE = bytes('af82')
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const littleEndian = (value: bigint) =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')

test('a signature whose s is not below the order is refused: one signature has one spelling', async () => {
  const s = BigInt(`0x${Buffer.from(SIGNATURE.slice(64), 'hex').reverse().toString('hex')}`)
  expect(await verifyEd25519(MESSAGE, text(SIGNATURE.slice(0, 64) + littleEndian(s)), text(KEY))).toBe(true)
  expect(await verifyEd25519(MESSAGE, text(SIGNATURE.slice(0, 64) + littleEndian(s + ORDER)), text(KEY))).toBe(false)
})

/** Points of order 1, 2, 4 and 8: with such a key a signature of nothing would fit every message. */
const SMALL_ORDER = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
]
/** The same points, and others, written with y at or above the field's prime. */
const NON_CANONICAL = [
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(31)}`,
  `ee${'ff'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
  `f0${'ff'.repeat(30)}7f`,
  'ff'.repeat(32),
]

test.each([...SMALL_ORDER, ...NON_CANONICAL])('the key %s signs nothing', async (key) => {
  const zeroS = '00'.repeat(32)
  for (const point of [...SMALL_ORDER, ...NON_CANONICAL, key]) {
    for (const message of ['', 'af82', '00'])
      expect(await verifyEd25519(bytes(message), text(point + zeroS), text(key))).toBe(false)
  }
})

test('base64url is accepted in its one spelling only', async () => {
  const [signature, key] = [text(SIGNATURE), text(KEY)]
  const last = (value: string, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') => {
    const at = alphabet.indexOf(value.slice(-1))
    return value.slice(0, -1) + alphabet.charAt(at + 1)
  }
  expect(Buffer.from(last(signature), 'base64url').equals(Buffer.from(signature, 'base64url')), 'the same bytes').toBe(
    true,
  )
  expect(Buffer.from(last(key), 'base64url').equals(Buffer.from(key, 'base64url')), 'the same bytes').toBe(true)
  expect(await verifyEd25519(MESSAGE, last(signature), key)).toBe(false)
  expect(await verifyEd25519(MESSAGE, signature, last(key))).toBe(false)
  for (const spelled of [
    `${signature}==`,
    ` ${signature}`,
    `${signature}\n`,
    signature.slice(0, -1),
    `${signature}A`,
    '',
    signature.replace(/^./, '+'),
  ]) {
    expect(await verifyEd25519(MESSAGE, spelled, key), spelled).toBe(false)
  }
  for (const spelled of [`${key}=`, ` ${key}`, key.slice(0, -1), `${key}A`, '', KEY]) {
    expect(await verifyEd25519(MESSAGE, signature, spelled), spelled).toBe(false)
  }
})

test("the service signs the 32 bytes of a hash with the environment's seed", async () => {
  const hash = 'ab'.repeat(32)
  expect(await serviceKey()).toBe(await publicKeyOf(process.env.SERVICE_PRIVATE_KEY ?? ''))
  expect(await verifyEd25519(bytes(hash), await signHash(hash), await serviceKey())).toBe(true)
})
