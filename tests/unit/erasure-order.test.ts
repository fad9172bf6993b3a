import { expect, test } from 'vitest'
import { parseOrder } from '@/lib/erasure/order'

const ID = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const record = ['--record', `mission:${ID}`]
const reason = ['--reason', 'Law 7']

test('an order names a record and a reason, and may be limited', () => {
  expect(parseOrder([...record, ...reason])).toEqual({
    ...{ type: 'mission', id: ID, reason: 'Law 7', part: null, fields: [], dryRun: false },
  })
  const limited = [...record, ...reason, '--part', ID, '--field', 'title,summary', '--dry-run']
  expect(parseOrder(limited)).toMatchObject({ part: ID, fields: ['title', 'summary'], dryRun: true })
})

test.each([
  ['no reason', record, '--reason is missing'],
  ['an empty reason', [...record, '--reason', ' '], '--reason must have at least 3 characters'],
  ['a reason of two lines', [...record, '--reason', 'two\nlines'], '--reason must be one line'],
  ['a reason that ends its mark', [...record, '--reason', 'Law 7] more'], '--reason must be one line'],
  ['no record', reason, '--record is missing'],
  ['a record that is none', ['--record', 'wallet:1', ...reason], '--record must be challenge:ID'],
  ['an id that is none', ['--record', 'mission:1', ...reason], 'must hold an id'],
  ['a part that is none', [...record, ...reason, '--part', 'x'], '--part must hold an id'],
  ['a field that is none', [...record, ...reason, '--field', 'a;b'], '--field must be names'],
  [
    'a field that holds no content',
    [...record, ...reason, '--field', 'titel'],
    '--field must be names of fields that hold',
  ],
  [
    'the JSON of a post, which is made of its fields',
    [...record, ...reason, '--field', 'payload'],
    '--field must be names',
  ],
  ['an option that nobody knows', [...record, ...reason, '--everything'], '--everything'],
  [
    'a field that is named apart from another, of which one would stay',
    [...record, ...reason, '--field', 'title', '--field', 'summary'],
    '--field stands there twice',
  ],
  ['a second record', [...record, ...record, ...reason], '--record stands there twice'],
])('%s is refused', (_what, args, words) => {
  expect(() => parseOrder(args)).toThrow(words)
})
