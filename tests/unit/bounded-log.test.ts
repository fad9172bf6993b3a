import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observed } from '@/lib/api/observe'
import { problem } from '@/lib/http/problem'
import type { Json } from '@/tests/support/client'

let lines: Json[] = []
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  globalThis.trellisLog = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  globalThis.trellisLog = undefined
})

const SENT = 100
const INFO = 30
const write = { operationId: 'createMission', path: '/api/v1/missions', kind: 'write' } as const
const absent = problem('not_found', 'There is no such path.')

/** Answers a request that was received just now. */
const answer = (sent: { readonly wallet?: string; readonly status?: number }) => {
  const wallet = sent.wallet ?? null
  const watched = { id: 'a'.repeat(32), began: performance.now(), wallet, waitedMs: 0, endSpan: null }
  observed(watched, write, 'POST', { ...absent, status: sent.status ?? absent.status })
}

test('of requests that are refused alike a few have a line in a second, and one line tells how many more there were', () => {
  for (let sent = 0; sent < SENT; sent++) answer({})
  const written = lines.length
  expect(written).toBeLessThan(SENT / 10)
  expect(lines[0]).toMatchObject({ status: 404, code: 'not_found', operation: 'createMission' })
  vi.runAllTimers()
  const more = { level: INFO, status: 404, code: 'not_found', more: SENT - written, msg: 'request' }
  expect(lines.slice(written)).toEqual([more])
  // The next second begins anew.
  answer({})
  expect(lines.at(-1)).toMatchObject({ request: 'a'.repeat(32) })
})

test('however often others are refused, what is refused otherwise has its line, and so has each act of a wallet', () => {
  for (let sent = 0; sent < SENT; sent++) answer({})
  const before = lines.length
  answer({ status: 401 })
  for (let sent = 0; sent < SENT; sent++) answer({ wallet: `0x${'1'.repeat(40)}`, status: 201 })
  expect(lines.slice(before).map(({ status }) => status)).toEqual([401, ...Array(SENT).fill(201)])
})
