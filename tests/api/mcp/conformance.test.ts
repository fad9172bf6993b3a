import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '@/tests/support/world'

// The official conformance suite speaks the revisions of 2025, and most of its scenarios ask for test tools, resources,
// prompts or logging, which this server does not have. These are the ones that apply to any server with tools.
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-conformance-'))
  // As one file of the older module system: its own form names a function that Node 20 does not have, and never calls it.
  await build({
    entryPoints: [path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')],
    outfile: path.join(folder, 'conformance.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs one scenario; its checks as it prints them. */
function run(scenario: string): Promise<{ code: number; said: string }> {
  const program = path.join(folder, 'conformance.cjs')
  const given = [program, 'server', '--url', `${world.base}/mcp`, '--scenario', scenario]
  return new Promise((resolve) => {
    execFile(process.execPath, given, { cwd: folder }, (fault, stdout, stderr) => {
      resolve({ code: fault ? 1 : 0, said: `${stdout}${stderr}` })
    })
  })
}

test.each(SCENARIOS)('conforms: %s', async (scenario) => {
  const { code, said } = await run(scenario)
  expect(code, said).toBe(0)
  expect(said).toMatch(/Passed: [1-9]/)
})
