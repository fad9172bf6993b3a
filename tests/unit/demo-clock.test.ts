import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, drop, hang, type MisbehavingService, misbehavingService } from '@/tests/support/misbehaving-service'
import { endProcess } from '@/tests/support/programs'
import { programFile } from '@/tests/support/script'

// `npm run demo` moves the clock of an instance. However it ends, the clock is right again.

const PROGRAM = programFile('scripts/demo/main')

let folder: string
let service: MisbehavingService
let demo: ChildProcess | undefined
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-demo-clock-'))
  const keys = ['owner', 'contributor', 'verifier', 'admin'].map((name) => [name, `0x${'1'.repeat(64)}`])
  writeFileSync(path.join(folder, 'demo-wallets.json'), JSON.stringify(Object.fromEntries(keys)))
  service = await misbehavingService()
})
afterEach(async () => {
  if (demo) await endProcess(demo, 'SIGKILL')
  await service.close()
  rmSync(folder, { recursive: true })
})

/** The offset of the instance's clock, in seconds. */
const offset = () => Number(readFileSync(path.join(folder, 'clock'), 'utf8'))

/** Starts the demo at a healthy instance, and waits until it has moved the clock and asks for the time. */
async function start(): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, DATA_DIR: folder }
  demo = spawn(process.execPath, [PROGRAM, '--url', service.base], { env, stdio: 'ignore' })
  await expect.poll(() => service.requests.length).toBe(2)
  return demo
}

test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('%s while it looks at the clock', async (signal) => {
  service.treat(answer(200, { ok: true }), hang)
  const running = await start()
  expect(offset()).toBeLessThan(-86_400)
  running.kill(signal)
  await once(running, 'exit')
  expect(offset()).toBe(0)
})

test('an instance that is gone while it looks at the clock', async () => {
  service.treat(answer(200, { ok: true }), drop)
  const running = await start()
  if (running.exitCode === null) await once(running, 'exit')
  expect([running.exitCode, offset()]).toEqual([1, 0])
})
