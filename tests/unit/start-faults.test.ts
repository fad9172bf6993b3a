import { afterEach, expect, test } from 'vitest'
import { startFaults } from '@/lib/start-faults'

// A bare site, and what is said of its variables: tests/serverless/doors.test.ts. Here the site was built for the front.

afterEach(() => {
  delete process.env.TRELLIS_FRONT
})

test('a site that was built for our front says so when it is started without it', () => {
  expect(startFaults()).toEqual([expect.stringContaining('Build it with TRELLIS_FRONT=none')])
})

test('started by "npm start" it says nothing', () => {
  process.env.TRELLIS_FRONT = 'own'
  expect(startFaults()).toEqual([])
})
