import { expect, test } from 'vitest'
import { textOf, trackedFiles } from '@/tests/support/tracked-files'

// What is said to readers of one thing in several places has one declaration.

const twice = (all: readonly string[]) => [...new Set(all.filter((one, place) => all.indexOf(one) !== place))]

test('a sentence about a mission or a challenge that refuses an act is declared once', () => {
  const sentences = trackedFiles
    .filter((file) => /^lib\/(?:missions|challenges|turns|records)\/.+\.ts$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/'([A-Z][^'\n]*(?:mission|challenge)[^'\n]*\.)'/g)].map(([, words]) => words ?? ''),
    )
  expect(sentences.length).toBeGreaterThan(40)
  expect(twice(sentences)).toEqual([])
})

test('what pages say calls a mission a mission, never by the name of the earlier interface', () => {
  const said = trackedFiles
    .filter((file) => /^(?:components\/(?!docs\/)|lib\/(?:history|notifications|turns|verify)\/).+\.tsx?$/.test(file))
    .flatMap((file) => textOf(file).split('\n'))
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
  expect(said.length).toBeGreaterThan(5_000)
  expect(said.filter((line) => /\b(?:a|the|this|your) project\b/i.test(line))).toEqual([])
})

test('a chapter of the changelog has each heading once', () => {
  const chapters = textOf('CHANGELOG.md').split(/^## /m).slice(1)
  expect(chapters.length).toBeGreaterThan(1)
  for (const chapter of chapters)
    expect(twice([...chapter.matchAll(/^### .+$/gm)].map(([heading]) => heading))).toEqual([])
})
