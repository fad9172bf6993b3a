import { type BareItem, type Parameters, parseItem, parseList, serializeList, Token } from 'structured-headers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isDryRun } from '@/lib/api/dry-run'
import { limitHeaders, windowOf } from '@/lib/api/rate-limit'
import { type LimitGroup, RATE_LIMITS } from '@/lib/contract/limits'
import { Refusal } from '@/lib/errors'
import { serviceEnvironment } from '@/tests/support/environment'
import { vectors } from '@/tests/support/vectors'

// RFC 9651: the Boolean that we read (`Dry-Run`) and the lists that we write (`RateLimit`, `RateLimit-Policy`).

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000, rateLimitScale: 1 }),
)

const Cases = z.array(
  z.object({
    name: z.string(),
    raw: z.array(z.string()).optional(),
    header_type: z.string(),
    expected: z.json().optional(),
    must_fail: z.boolean().default(false),
    can_fail: z.boolean().default(false),
  }),
)
const casesOf = (file: string) =>
  vectors(`structured-fields/${file}.json`, Cases).flatMap(({ raw, ...known }) =>
    raw ? [{ ...known, text: raw.join(', ') }] : [],
  )

/** What a service is told by a `Dry-Run` header, or that it refuses it. */
function dryRunOf(value: string): boolean | 'refused' {
  try {
    return isDryRun({ header: (name) => (name === 'dry-run' ? value : null) })
  } catch (fault) {
    expect(fault).toBeInstanceOf(Refusal)
    return 'refused'
  }
}

describe('Dry-Run', () => {
  test.each(casesOf('boolean'))('$name: "$text"', ({ text, expected, must_fail }) => {
    expect(dryRunOf(text)).toBe(must_fail ? 'refused' : z.tuple([z.boolean(), z.unknown()]).parse(expected)[0])
  })

  test.each(casesOf('item'))('$name: "$text" is no Boolean', ({ text }) => {
    expect(dryRunOf(text)).toBe('refused')
  })

  /** What a reader of RFC 9651 finds in it. */
  const judged = (value: string): unknown => {
    try {
      return parseItem(value)[0]
    } catch {
      return 'refused'
    }
  }
  const GOOD = [
    ...[
      ';a=b',
      ';a',
      ';a;b',
      '; a=1;  b=-2.5',
      ';a=?0',
      ';a="x;\\"\\\\"',
      ';a=:aGk=:',
      ';a=@-1',
      ';a=%"f%c3%bc"',
      ';*.-_0=*a/b:c',
    ],
    ...[';a=999999999999999', ';a=-999999999999.999', ';a=b;a=c'],
  ]
  const BAD = [
    ...[
      ';',
      ';;',
      ';a=',
      ';=b',
      ';A=b',
      ';1=b',
      ' ;a=b',
      ';a =b',
      ';a= b',
      ';a=b;',
      ',a',
      ';a=b,?0',
      ';a=(b)',
      ';a="x',
      ';a=ü',
    ],
    ...[';a=1234567890123456', ';a=1.2345', ';a=1.', ';a=--1', ';a=?2', ';a=%"%C3"', ';a="\\x"', ';a\t=b'],
  ]

  test.each(GOOD)('a parameter changes nothing of it: "?1%s"', (parameters) => {
    for (const digit of [0, 1]) {
      expect(dryRunOf(`?${digit}${parameters}`)).toBe(digit === 1)
      expect(judged(`?${digit}${parameters}`)).toBe(digit === 1)
    }
  })

  test.each(BAD)('what is no parameter is refused: "?1%s"', (rest) => {
    expect([dryRunOf(`?1${rest}`), judged(`?1${rest}`)]).toEqual(['refused', 'refused'])
  })
})

const asWritten = (value: BareItem): unknown =>
  value instanceof Token ? { __type: 'token', value: value.toString() } : value

const parametersAsWritten = (parameters: Parameters): unknown =>
  [...parameters].map(([name, value]) => [name, asWritten(value)])

/** A parsed list as the vectors write it: `[[value, [[name, value], …]], …]`. */
const listAsWritten = (list: ReturnType<typeof parseList>): unknown =>
  list.map(([value, parameters]) => [
    Array.isArray(value) ? value.map(([inner, own]) => [asWritten(inner), parametersAsWritten(own)]) : asWritten(value),
    parametersAsWritten(parameters),
  ])

describe('the judge of what we write', () => {
  test.each([...casesOf('list'), ...casesOf('param-list')])(
    '$name: "$text"',
    ({ text, expected, must_fail, can_fail }) => {
      if (must_fail) expect(() => parseList(text)).toThrow()
      else if (!can_fail) expect(listAsWritten(parseList(text))).toEqual(expected)
    },
  )
})

test('every limit is told as a list of strings with whole numbers, in its canonical form', () => {
  const at = new Date('2026-11-21T09:30:00.500Z')
  for (const group of Object.keys(RATE_LIMITS) as LimitGroup[]) {
    const counted = [
      { by: 'wallet', count: 1 },
      { by: 'network', count: 1_000_000 },
    ] as const
    const headers = limitHeaders(windowOf(group, at), counted, at)
    for (const [name, parameters] of [
      ['ratelimit', ['r', 't']],
      ['ratelimit-policy', ['q', 'w']],
    ] as const) {
      const text = headers[name] ?? ''
      const list = parseList(text)
      expect(list.map(([value]) => value)).toEqual([`${group}-wallet`, `${group}-network`])
      for (const [, given] of list) {
        expect([...given.keys()]).toEqual(parameters)
        for (const value of given.values())
          expect(value).toSatisfy((one) => Number.isSafeInteger(one) && Number(one) >= 0)
      }
      expect(serializeList(list)).toBe(text)
    }
  }
})
