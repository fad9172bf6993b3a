import { expect, test } from 'vitest'
import { textOf } from '@/tests/support/tracked-files'

/** The cells of each row of the tables in a text. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const measured = rowsOf(textOf('docs/performance.md'))

/** A cell of the row of the measured table that has this name, and this floor if one is named. */
function measuredOf(name: string, cell: 'measured' | 'ratio', floor = ''): string {
  const row = measured.find(([what, , against = '']) => what === name && against.includes(floor))
  return row?.[cell === 'measured' ? 1 : 3] ?? `no row “${name}”`
}

/** What README tells, and the number of docs/performance.md that it is. */
const TOLD: Readonly<Record<string, string>> = {
  'a single read': `${measuredOf('single read, front', 'ratio', 'Next floor')} a bare Next route`,
  'a write': `2 to ${Number.parseInt(measuredOf('round trips of the 15 kinds of write, the most', 'measured'), 10)} round trips`,
  'the first page of a list, 1,000,000 records against 1,000': measuredOf('growth: challenges, first page', 'ratio'),
  'scripts of a challenge page': `${measuredOf("scripts of /challenges/… beyond a bare page's", 'measured').replace(' gzip', '')} more than a bare Next page`,
  'the second start': measuredOf('start, second time', 'measured'),
}

test('the numbers of the README are those that were measured last', () => {
  const [, chapter = ''] = /\n## Five numbers\n([\s\S]*?)(?:\n## |$)/.exec(textOf('README.md')) ?? []
  const told = rowsOf(chapter).filter(([what]) => what && !/^-+$/.test(what))
  expect(Object.fromEntries(told.map(([what, number]) => [what, number]))).toEqual(TOLD)
})
