import { expect, test } from 'vitest'
import { normaliseAddress } from '@/lib/address'

/** The vectors of EIP-55. */
const CHECKSUMMED = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(CHECKSUMMED)('%s is kept, and found in lower and upper case', (address) => {
  expect(normaliseAddress(address)).toBe(address)
  expect(normaliseAddress(address.toLowerCase())).toBe(address)
  expect(normaliseAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
})

test('a mixed-case address with one letter of the wrong case is refused', () => {
  const [, , , , address = ''] = CHECKSUMMED
  for (let at = 2; at < address.length; at++) {
    const letter = address.charAt(at)
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    if (flipped !== letter) expect(normaliseAddress(address.slice(0, at) + flipped + address.slice(at + 1))).toBeNull()
  }
})

test('what has another form is no address', () => {
  const [first = ''] = CHECKSUMMED
  for (const bad of [
    '',
    '0x',
    first.slice(0, -1),
    `${first}0`,
    first.slice(2),
    `0X${first.slice(2)}`,
    ` ${first}`,
    `${first}\n`,
    first.replace('5', 'g'),
    'vitalik.eth',
  ]) {
    expect(normaliseAddress(bad), bad).toBeNull()
  }
})

test('the zero address is an address like any other: that nobody can sign for it is the protection', () => {
  expect(normaliseAddress(`0x${'0'.repeat(40)}`)).toBe(`0x${'0'.repeat(40)}`)
})
