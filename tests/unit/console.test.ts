import { format } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StorageAway } from '@/lib/db/faults'
import { logConsole } from '@/server/worker'

const { log, info, debug, warn, error } = console
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  Object.assign(console, { log, info, debug, warn, error })
  globalThis.trellisLog = undefined
})

test('what others write to the console is a line of the log, faults and warnings too', () => {
  const lines: { level: number; msg: string }[] = []
  globalThis.trellisLog = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  logConsole()
  console.log('ready')
  console.warn('\x1b[33mbeware\x1b[0m')
  const fault = Object.assign(new Error('postgres://trellis:a-password@db.example is away'), {
    detail: 'a stored value',
  })
  console.error(' ⨯', fault)
  console.error(' ⨯', new StorageAway())
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'ready'],
    [40, 'beware'],
    [50, '⨯ Error: postgres://…@db.example is away'],
    [40, '⨯ Refusal: The storage cannot be reached at the moment. Try again shortly.'],
  ])
  // What a driver puts into a fault beside its message may be what somebody stored.
  expect(format(fault)).toContain('a stored value')
})

test('what they write again and again, as Next does of each request that it could not answer, has a few lines in a second', () => {
  const lines: { msg: string; more?: number }[] = []
  globalThis.trellisLog = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  logConsole()
  for (let sent = 0; sent < 100; sent++) console.error(' ⨯', new Error('The header could not be parsed.'))
  console.error('Something else')
  const told = lines.filter(({ msg }) => msg.startsWith('⨯')).length
  expect([told, lines.length]).toEqual([5, 6])
  vi.runAllTimers()
  expect(lines.slice(6)).toMatchObject([{ msg: '⨯ Error: The header could not be parsed.', more: 95 }])
})
