import { expect, test } from 'vitest'
import { textOf } from '@/tests/support/tracked-files'

/** What a text says was done since a backup, and what came of it. */
const steps = (text: string) =>
  [...text.matchAll(/^ *- (?:\*\*)?([^*\n]+? since)(?:\*\*)?: ([^.,;]+)/gm)].map(
    ([, done, outcome]) => `${done}: ${outcome}`,
  )

test('what is to be repeated after a restore is told by the command as in the document, in one order', () => {
  const [, chapter = ''] = /^## Before you start it again\n([\s\S]*?)\n## /m.exec(textOf('docs/backup.md')) ?? []
  expect(steps(textOf('scripts/restore.ts'))).toEqual(steps(chapter))
  expect(steps(chapter)).toHaveLength(5)
})
