import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '@/lib/api/contracts'
import { npmRun } from '@/tests/support/bare-site'
import { bareSite } from '@/tests/support/built-site'

const Deployment = z.object({
  framework: z.string(),
  buildCommand: z.string(),
  crons: z.array(z.object({ path: z.string(), schedule: z.string() })),
})

const { folder, buildOutput } = bareSite()

test('a clean clone is built by "npm run build" alone, without a database or a secret', () => {
  expect(buildOutput).toContain('The site is built.')
  for (const made of ['.next/BUILD_ID', 'lib/db/generated/client.ts']) {
    expect(existsSync(path.join(folder, made)), made).toBe(true)
  }
})

test('building again builds nothing', async () => {
  const { code, output } = await npmRun(folder, 'build', { VERCEL: '1' })
  expect([code, output.trim()]).toEqual([0, 'The site is up to date.'])
})

test('the deployment is built by that command, and its schedule calls the endpoint that takes the schedule’s secret', () => {
  const text = readFileSync(path.join(folder, 'vercel.json'), 'utf8')
  const { framework, buildCommand, crons } = Deployment.parse(JSON.parse(text))
  const scheduled = contracts.filter(({ access }) => access === 'cron').map((endpoint) => endpoint.path)
  expect([framework, buildCommand]).toEqual(['nextjs', 'npm run build'])
  expect(crons).toEqual(scheduled.map((called) => ({ path: called, schedule: '*/5 * * * *' })))
})
