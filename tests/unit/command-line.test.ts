import { expect, test } from 'vitest'
import { parseCommandLine } from '@/lib/command-line'

const restore = {
  usage: 'npm run restore -- [--check] FILE',
  options: { check: { type: 'boolean' }, into: { type: 'string' } },
  words: 1,
} as const

test('a command gets its options and its words', () => {
  expect(parseCommandLine(['--check', 'a.gz'], restore)).toEqual({ values: { check: true }, words: ['a.gz'] })
  expect(parseCommandLine(['--', '--check'], restore)).toEqual({ values: {}, words: ['--check'] })
  expect(parseCommandLine([], { usage: 'npm run migrate' })).toEqual({ values: {}, words: [] })
})

test.each([
  ['a misspelt option', ['--chek', 'a.gz'], "Unknown option '--chek'"],
  ['an option of another command', ['--dry-run', 'a.gz'], "Unknown option '--dry-run'"],
  ['a call for help', ['--help'], "Unknown option '--help'"],
  ['a second file', ['a.gz', 'b.gz'], '“b.gz” is unknown'],
  ['no file', ['--check'], 'A word is missing'],
  ['an empty name, as of a variable that is not set', [''], 'A word is missing'],
  ['an option that stands there twice', ['--into', 'a', '--into', 'b', 'a.gz'], '--into stands there twice'],
  ['an option without its value', ['a.gz', '--into'], '--into'],
])('%s is refused in one line, with the usage', (_what, args, words) => {
  const refused = () => parseCommandLine(args, restore)
  expect(refused).toThrow(words)
  expect(refused).toThrow(/^[^\n]+\. Usage: npm run restore -- \[--check\] FILE$/)
})
