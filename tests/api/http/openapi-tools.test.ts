import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '@/tests/support/world'

// What others make of the document: a linter, and a generator of types.

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** A process of its own takes its time to load where many others run. */
const PROCESS_MS_MAX = 600_000

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-openapi-'))
  const { text } = await world.get('/api/v1/openapi.json')
  writeFileSync(path.join(folder, 'openapi.json'), text.replaceAll(world.base, 'https://trellis.test'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(path.join(ROOT, 'node_modules/.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  })
  return { status, out: stdout, err: stderr }
}

test('the linter’s recommended rules find nothing, and none is left out', { timeout: PROCESS_MS_MAX }, () => {
  const { status, out } = run('redocly', 'lint', 'openapi.json', '--extends=recommended', '--format=json')
  const { problems, totals } = JSON.parse(out.slice(out.indexOf('{')))
  expect(problems.map((one: { ruleId: string; message: string }) => `${one.ruleId}: ${one.message}`)).toEqual([])
  expect([status, totals]).toEqual([0, { errors: 0, warnings: 0, ignored: 0 }])
})

test('types made of it compile strictly, and say what an answer holds', { timeout: PROCESS_MS_MAX }, () => {
  expect(run('openapi-typescript', 'openapi.json', '-o', 'api.ts').status).toBe(0)
  writeFileSync(
    path.join(folder, 'use.ts'),
    `import type { components, operations, paths } from './api'
const state: components['schemas']['Mission']['state'] = 'SEED'
type Page = paths['/api/v1/missions']['get']['responses'][200]['content']['application/json']
export const next = (page: Page): string | null => page.nextCursor
export const query: operations['listMissions']['parameters']['query'] = { limit: 5 }
// @ts-expect-error No mission has this state.
const none: typeof state = 'NOTHING'
export { none, state }
`,
  )
  const checked = run('tsc', '--strict', '--noEmit', '--skipLibCheck', 'false', 'use.ts', 'api.ts')
  expect([checked.status, checked.out]).toEqual([0, ''])
})
