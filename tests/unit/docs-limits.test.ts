import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { limitWords } from '@/components/docs/endpoint-facts'
import { GuideLimits } from '@/components/docs/guide-limits'
import { GuideStart } from '@/components/docs/guide-start'
import { LIMIT_ROWS } from '@/components/docs/limit-rows'
import { contracts } from '@/lib/api/contracts'
import { openApiParts } from '@/lib/api/openapi'
import * as limits from '@/lib/contract/limits'

const words = renderToStaticMarkup(createElement(GuideLimits))
  .replace(/<\/?code[^>]*>/g, '`')
  .replace(/<[^>]*>/g, '|')
  .replaceAll('&#x27;', "'")

/** The groups that no endpoint counts by wallet. */
const NETWORK_GROUPS = ['sign-in-signature', 'picture', 'search', 'agent-request']

test('every limit that the code obeys stands on the page of limits, with its value', () => {
  const told = new Map<string, readonly [string, string]>(Object.entries(LIMIT_ROWS))
  for (const [name, value] of Object.entries(limits)) {
    if (name === 'RATE_LIMITS') continue
    const [what, limit] = told.get(name) ?? [`${name} has no row`, '']
    expect(words).toContain(`|${what}|`)
    expect(words, name).toContain(`|${limit}|`)
    // A count stands as it is; a size or a time in its unit, never in bytes or milliseconds.
    const amounts =
      value instanceof RegExp
        ? [value.source]
        : [1, 1024, 1024 ** 2, 1_000, 60_000, 3_600_000, 86_400_000].map((unit) => String(Number(value) / unit))
    expect(
      amounts.some((amount) => limit.includes(amount)),
      `${name}: ${limit}`,
    ).toBe(true)
  }
  expect([...told.keys()].sort()).toEqual(
    Object.keys(limits)
      .filter((name) => name !== 'RATE_LIMITS')
      .sort(),
  )
})

test('every rate stands there, per wallet and per network', () => {
  for (const [group, { walletMax, networkMax, windowSeconds }] of Object.entries(limits.RATE_LIMITS)) {
    const ofWallet = NETWORK_GROUPS.includes(group) ? '–' : walletMax
    expect(words).toMatch(
      new RegExp(`\\|\`${group}\`\\|+${ofWallet}\\|+${networkMax}\\|+${windowSeconds / 60} minutes\\|`),
    )
  }
})

test('every read that is counted stands there', () => {
  const counted = contracts.filter(({ kind, limit }) => kind === 'read' && limit)
  expect(counted.map(({ operationId }) => operationId)).toContain('search')
  for (const { method, path } of counted) expect(words).toContain(`\`${method} ${path}\``)
})

test('the reference and the OpenAPI document tell the same count of every endpoint', () => {
  const { paths } = openApiParts()
  const told = contracts.filter(({ limit }) => limit)
  expect(told.length).toBeGreaterThan(30)
  for (const endpoint of told) {
    const operation = JSON.stringify(paths[endpoint.path]?.[endpoint.method.toLowerCase()])
    const [, most, by] = /(\d+) per \d+ minutes and (wallet|network)/.exec(operation) ?? []
    expect(limitWords(endpoint), endpoint.operationId).toContain(`: ${most} per ${by}`)
  }
  expect(
    told
      .filter(({ kind }) => kind === 'read')
      .map(limitWords)
      .join(),
  ).not.toContain('wallet')
})

test('what the interface promises is told: files, download links, proposals, Seeds, the job', () => {
  for (const told of [
    '5 MB; PNG image, JPEG image, WEBP image, PDF document, Plain text',
    'Download link of an evidence file||valid for 10 minutes',
    'Imported proposals of a challenge||50',
    'Of these, by one Muse||3',
    'a linked Muse, or at least 10 Seeds',
    'every 5 minutes',
    '24 KB',
    'Unfinished challenges of a wallet||5',
  ])
    expect(words).toContain(told)
})

test('a serverless platform runs the job as often as the page says', () => {
  const { crons } = JSON.parse(readFileSync('vercel.json', 'utf8'))
  expect(crons).toContainEqual({
    path: '/api/cron/deadlines',
    schedule: `*/${limits.DEADLINE_JOB_MS / 60_000} * * * *`,
  })
})

test('that a failed write may have been saved is told, and that texts can be erased', () => {
  expect(words).toContain('after a 503 that may not be known')
  expect(renderToStaticMarkup(createElement(GuideStart, { base: 'https://a.example' }))).toContain(
    'where the law requires it, the operator erases texts and files',
  )
})
