import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { coverageOf, drawable } from '@/lib/feeds/drawable'

const font = (name: string) => readFileSync(path.join(import.meta.dirname, '..', '..', 'assets', 'fonts', name))
const covered = coverageOf(font('brygada-1918-500.ttf'))

test('a face covers what it was cut for', () => {
  for (const character of 'aZ9ßéłőřşżΩЖị€–“”…') expect(covered.has(character.codePointAt(0) ?? 0), character).toBe(true)
  for (const character of '漢字あ한ع🌱') expect(covered.has(character.codePointAt(0) ?? 0), character).toBe(false)
})

test('words are kept, and what the faces lack is left out', () => {
  expect(drawable('Zoë & Šimon:\n “Пример”', covered)).toBe('Zoë & Šimon: “Пример”')
  expect(drawable('Plant a tree 🌳🌱 today ❤️ 👩‍🌾', covered)).toBe('Plant a tree today')
  expect(drawable('Tea 茶 or coffee?', covered)).toBe('Tea … or coffee?')
  expect(drawable('Tea from 京都市 or coffee? ☕', covered)).toBe('Tea from … or coffee?')
})

test('too little to make sense of is nothing', () => {
  for (const text of ['漢字かな', '🌱🌱🌱', 'A 漢字かな', '']) expect(drawable(text, covered), text).toBe('')
})
