import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { Refusal } from '@/lib/errors'
import { canonicalSignature, recoverSigner } from '@/lib/signing/recover'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const message = 'Line one\nLine two: “é” 🌱'
const signature = await account.signMessage({ message })
const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
const hex = (value: bigint) => value.toString(16).padStart(64, '0')

/** The code that a refusal carries. */
async function refusedWith(text: string, over = message): Promise<string> {
  const fault = await recoverSigner(over, text).catch((thrown: unknown) => thrown)
  if (!(fault instanceof Refusal)) throw new Error(`It was not refused: ${String(fault)}`)
  return fault.code
}

test('the wallet that signed a text is recovered, in EIP-55', async () => {
  expect(await recoverSigner(message, signature)).toBe(account.address)
})

test('a text that differs in one character, or in its line breaks, recovers to somebody else', async () => {
  for (const other of [
    `${message} `,
    message.replace('one', 'two'),
    message.replace('\n', '\r\n'),
    message.normalize('NFD'),
  ]) {
    const signer = await recoverSigner(other, signature).catch(() => 'nobody')
    expect(signer).not.toBe(account.address)
  }
})

test('v of 0 or 1 and upper-case hex spell the same signature', async () => {
  const zeroOne = v === '1b' ? '00' : '01'
  expect(await recoverSigner(message, `0x${r}${s}${zeroOne}`)).toBe(account.address)
  expect(await recoverSigner(message, `0x${(r + s + v).toUpperCase()}`)).toBe(account.address)
})

test('every spelling of a signature is kept in the one form that contracts take', () => {
  const zeroOne = v === '1b' ? '00' : '01'
  for (const spelt of [signature, `0x${r}${s}${zeroOne}`, `0x${(r + s + v).toUpperCase()}`])
    expect(canonicalSignature(spelt)).toBe(signature)
})

test('the other v recovers to somebody else, or to nobody', async () => {
  const flipped = v === '1b' ? '1c' : '1b'
  expect(await recoverSigner(message, `0x${r}${s}${flipped}`).catch(() => 'nobody')).not.toBe(account.address)
})

test('a high s is refused, exactly from half of the order on', async () => {
  const mirrored = hex(ORDER - BigInt(`0x${s}`))
  expect(await refusedWith(`0x${r}${mirrored}${v === '1b' ? '1c' : '1b'}`)).toBe('unauthenticated')
  const half = ORDER / 2n
  const words = async (value: bigint) =>
    (await recoverSigner(message, `0x${r}${hex(value)}1b`).catch((fault: Error) => fault)).toString()
  expect(await words(half + 1n)).toContain('low-s')
  expect(await words(half)).not.toContain('low-s')
})

test('a last byte that only smart accounts write is refused in words that name them', async () => {
  const fault = await recoverSigner(message, `0x${r}${s}1f`).catch((thrown: Error) => thrown)
  expect(String(fault)).toContain('not a smart account')
})

test.each(['02', '03', '1a', '1d', '1e', '25', '80', 'ff'])('v of 0x%s is refused', async (other) => {
  expect(await refusedWith(`0x${r}${s}${other}`)).toBe('unauthenticated')
})

test('an r or s of zero, or an r that is no point, is refused', async () => {
  const zero = '0'.repeat(64)
  for (const text of [zero + s, r + zero, zero + zero, hex(ORDER) + s, 'f'.repeat(64) + s]) {
    expect(await refusedWith(`0x${text}1b`)).toBe('unauthenticated')
  }
})

test('a signature of another length is invalid, the compact form of EIP-2098 among them', async () => {
  for (const text of ['0x', `0x${r}${s}`, `${signature}00`, signature.slice(0, -2)])
    expect(await refusedWith(text)).toBe('invalid_request')
})
