import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Reply } from '@/tests/support/client'
import { vectors } from '@/tests/support/vectors'
import { openWorld, type World } from '@/tests/support/world'

// JSONTestSuite as bodies: what no parser may take (n_), what each has to take (y_), and what RFC 8259 leaves open (i_).

const NOT_JSON = 'The body is not valid JSON in UTF-8.'
const FILES = Object.entries(vectors('json-test-suite/test_parsing.json', z.record(z.string(), z.base64())))

let world: World
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
})
afterAll(() => world.close())

const sendBody = (raw: string | Uint8Array<ArrayBuffer>): Promise<Reply> =>
  world.send('POST', '/api/v1/auth/challenge', undefined, { raw })

/** The answers to all files whose names begin so: `[name, answer]`. */
async function answersTo(kind: 'n_' | 'y_' | 'i_'): Promise<[string, Reply][]> {
  const answers: [string, Reply][] = []
  for (const [name, base64] of FILES)
    if (name.startsWith(kind)) answers.push([name, await sendBody(new Uint8Array(Buffer.from(base64, 'base64')))])
  return answers
}

const named = (answers: readonly [string, Reply][], isFound: (answer: Reply) => boolean): string[] =>
  answers.filter(([, answer]) => isFound(answer)).map(([name]) => name)

test('what is not JSON is refused as that', async () => {
  const answers = await answersTo('n_')
  expect(answers).toHaveLength(186)
  for (const [, answer] of answers) expectRefused(answer, 400)
  expect(named(answers, ({ body }) => body.error.message !== NOT_JSON)).toEqual([])
})

test('what is JSON is read, and refused only for what it says', async () => {
  const answers = await answersTo('y_')
  expect(answers).toHaveLength(95)
  expect(named(answers, ({ status, body }) => status !== 400 || body.error.message === NOT_JSON)).toEqual([])
})

test('what may be read either way is refused without a fault', async () => {
  const answers = await answersTo('i_')
  expect(answers).toHaveLength(35)
  expect(named(answers, ({ status }) => status !== 400)).toEqual([])
  // Bytes that are no UTF-8, or begin with a byte order mark (RFC 8259 §8.1), are not JSON here.
  expect(named(answers, ({ body }) => body.error.message === NOT_JSON)).toMatchInlineSnapshot(`
    [
      "i_string_UTF-16LE_with_BOM.json",
      "i_string_UTF-8_invalid_sequence.json",
      "i_string_UTF8_surrogate_U+D800.json",
      "i_string_invalid_utf-8.json",
      "i_string_iso_latin_1.json",
      "i_string_lone_utf8_continuation_byte.json",
      "i_string_not_in_unicode_range.json",
      "i_string_overlong_sequence_2_bytes.json",
      "i_string_overlong_sequence_6_bytes.json",
      "i_string_overlong_sequence_6_bytes_null.json",
      "i_string_truncated-utf-8.json",
      "i_string_utf16BE_no_BOM.json",
      "i_string_utf16LE_no_BOM.json",
      "i_structure_UTF-8_BOM_empty_object.json",
    ]
  `)
})

test('lists in lists, as deep as a body has room for, are refused without a fault', async () => {
  for (const opening of ['[', '{"":', '[{"":']) {
    const raw = opening.repeat(Math.floor((24 * 1024) / opening.length))
    expectRefused(await sendBody(raw), 400)
  }
  const deep = 12 * 1024
  expectRefused(await sendBody('['.repeat(deep) + ']'.repeat(deep)), 400)
  // The two files of the suite that are larger than a body may be.
  expectRefused(await sendBody('['.repeat(100_000)), 413)
  expectRefused(await sendBody('[{"":'.repeat(50_000)), 413)
})
