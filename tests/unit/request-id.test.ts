import { expect, test } from 'vitest'
import { prettyLine } from '@/lib/telemetry/log'
import { requestId, shortWallet } from '@/lib/telemetry/trace'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

test('a request goes on in the trace that it came with', () => {
  expect(requestId(`00-${TRACE}-${PARENT}-01`)).toBe(TRACE)
  expect(requestId(`00-${TRACE}-${PARENT}-00`)).toBe(TRACE)
  expect(requestId(`cc-${TRACE}-${PARENT}-01-what-will-be-the-future-says-more`)).toBe(TRACE)
})

test.each([
  null,
  '',
  'nonsense',
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-01-more`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
  `00-${TRACE}\n-${PARENT}-01`,
])('without one that the standard allows (%s) it gets an id of its own', (header) => {
  const id = requestId(header)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(id).not.toBe(TRACE)
  expect(requestId(header)).not.toBe(id)
})

test('a wallet is told by its ends', () => {
  expect(shortWallet('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toBe('0xd8dA…6045')
})

test('in a terminal a line is read by people', () => {
  const line = { level: 'warn', time: '2026-11-23T06:21:03.456Z', status: 503, wallet: '0xd8dA…6045', msg: 'request' }
  expect(prettyLine(JSON.stringify(line))).toBe('06:21:03 warn  request status=503 wallet=0xd8dA…6045\n')
})

test('in a terminal a line stays one line, and commands nothing, whatever it quotes', () => {
  const fault = 'no\n06:21:03 info  request status=200 \x1b[2J\x9b31m\u2028\u202e'
  const line = prettyLine(JSON.stringify({ level: 'error', time: '2026-11-23T06:21:03.456Z', fault, msg: 'failed' }))
  expect(line).toBe(
    '06:21:03 error failed fault=no\\u{a}06:21:03 info  request status=200 \\u{1b}[2J\\u{9b}31m\\u{2028}\\u{202e}\n',
  )
})
