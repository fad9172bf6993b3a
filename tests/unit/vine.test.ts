import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { along, around, growVine } from '@/components/vine/shape'
import { HeadVine, vineWords } from '@/components/vine/vine'

const straight = along(720, 32, 8, 96)
const things = (path: string) => path.split('M').length - 1

test('the same events always draw the same vine, and other ones another', () => {
  expect(growVine('llftl', straight, 20, 0.5)).toEqual(growVine('llftl', straight, 20, 0.5))
  expect(growVine('lltfl', straight, 20, 0.5)).not.toEqual(growVine('llftl', straight, 20, 0.5))
})

test.for(['l', 'lll', 'lflftlt', 'f'.repeat(60)])('%s: one thing grows for each event', (letters) => {
  const { leaves, hearts, tips } = growVine(letters, straight, 20, 1)
  const count = (letter: string) => [...letters].filter((each) => each === letter).length
  expect([things(leaves), things(hearts)]).toEqual([count('l'), count('f')])
  // A flower has a stalk.
  expect(things(tips)).toBe(count('t') + count('f'))
})

test('whatever grows stays in the drawing', () => {
  for (const letters of ['l', 'tflt', 'lf'.repeat(30)])
    for (const [way, most] of [
      [straight, 750],
      [around(80, 58), 160],
    ] as const) {
      const numbers =
        Object.values(growVine(letters, way, 20, 1))
          .join('')
          .match(/-?[\d.]+/g) ?? []
      for (const number of numbers) expect(Math.abs(Number(number))).toBeLessThan(most)
    }
})

test('a record without events draws its lattice alone', () => {
  const html = renderToStaticMarkup(createElement(HeadVine, { growth: { letters: '', earlier: 0 } }))
  expect(html).toContain('aria-label="Its vine: 0 events."')
  expect(html).not.toContain('NaN')
})

test('what is drawn is told in words', () => {
  expect(vineWords({ letters: 'l', earlier: 0 })).toBe('Its vine: 1 event.')
  expect(vineWords({ letters: 'llfft', earlier: 40 })).toBe('Its vine: 45 events, 2 verified, 1 turned down.')
})
