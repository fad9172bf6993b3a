import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { Face, faceOf } from '@/components/ui/face'
import { balances, stairs } from '@/components/wallets/seeds-over-time'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('the same address always has the same face, in any case, and others nearly always another', () => {
  expect(faceOf(address.toLowerCase())).toEqual(faceOf(address))
  const others = Array.from({ length: 200 }, () => JSON.stringify(faceOf(privateKeyToAddress(generatePrivateKey()))))
  expect(new Set(others).size).toBeGreaterThan(195)
  // One digit makes another face.
  expect(faceOf(`${address.slice(0, -1)}6`)).not.toEqual(faceOf(address))
})

test('a face is alike on both sides, small, and says nothing to screen readers', () => {
  const lines = [...faceOf(address).path.matchAll(/M(\d) (\d)h(\d)/g)].map((found) => found.slice(1).map(Number))
  expect(lines.length).toBeGreaterThan(0)
  for (const [from = 0, row, length = 0] of lines) expect(lines).toContainEqual([5 - from - length, row, length])
  const drawn = renderToStaticMarkup(createElement(Face, { address }))
  expect(drawn.length).toBeLessThan(700)
  expect(drawn).toContain('aria-hidden="true"')
})

test('whatever an address holds stays out of the drawing', () => {
  expect(faceOf('0x"><script>').path).toMatch(/^(M\d \dh\dv1H\dz)*$/)
})

const day = (n: number) => `2026-03-0${n}T00:00:00.000Z`

test('the balance after each entry follows from the newest ones, reversals too', () => {
  const entries = [
    { amount: -10, createdAt: day(3) },
    { amount: 20, createdAt: day(2) },
    { amount: 10, createdAt: day(1) },
  ]
  // 5 Seeds were there before the first of them.
  const points = balances(entries, 25)
  expect(points.map(([, seeds]) => seeds)).toEqual([5, 15, 35, 25])
  expect(stairs(points)).toBe('M0 82H0V55H280V0H560V27H600')
  expect(balances([], 0)).toEqual([])
  expect(stairs([])).toBe('')
})

test('entries of one moment are drawn, and nothing divides by nothing', () => {
  const entries = [
    { amount: 0, createdAt: day(1) },
    { amount: 0, createdAt: day(1) },
  ]
  expect(stairs(balances(entries, 0))).not.toContain('NaN')
})
