import { expect, test } from 'vitest'
import { statusOf } from '@/lib/chain/health'
import { isDegraded } from '@/lib/status/health'

test.each([
  [null, 'down'],
  [0, 'ok'],
  [1_500, 'ok'],
  [1_501, 'slow'],
  [3_000, 'slow'],
])('a chain whose providers answered in %s ms is %s', (latencyMs, status) => {
  expect(statusOf(latencyMs)).toBe(status)
})

test('the service is degraded by a chain that is slow or down, and by a storage that takes no writes', () => {
  expect(isDegraded('ok', [])).toBe(false)
  expect(isDegraded('ok', [{ status: 'ok' }])).toBe(false)
  for (const status of ['slow', 'down'] as const) expect(isDegraded('ok', [{ status: 'ok' }, { status }])).toBe(true)
  for (const storage of ['read-only', 'waiting', 'away'] as const) expect(isDegraded(storage, [])).toBe(true)
})
