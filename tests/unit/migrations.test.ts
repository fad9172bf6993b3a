import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PRISMA_DIR } from '@/lib/db/engine'

test('migrations are numbered from 0001 on without a hole, and their names sort as their numbers', () => {
  const folders = readdirSync(path.join(PRISMA_DIR, 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  const numbers = folders.map((name) => /^(\d{4})_[a-z][a-z_]*$/.exec(name)?.[1])
  expect(numbers).toEqual(folders.map((_name, at) => String(at + 1).padStart(4, '0')))
})
