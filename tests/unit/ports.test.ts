import { expect, test } from 'vitest'
import { chooseFreePort } from '@/tests/support/ports'

// Of 600 in 20,000 drawn at random, two are the same in all but one of ten thousand rounds.
test('no port is given twice', async () => {
  const ports = new Set<number>()
  for (let nth = 0; nth < 600; nth += 1) ports.add(await chooseFreePort())
  expect(ports.size).toBe(600)
})
