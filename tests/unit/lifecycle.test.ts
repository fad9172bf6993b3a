import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { programFile } from '@/tests/support/script'

const CHILD = programFile('tests/support/lifecycle-child')
/** Starts the process as npm does, says its number once it is ready, and dies without a word. */
const PARENT = `
  const { spawn } = require('node:child_process')
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const child = spawn(process.execPath, [${JSON.stringify(CHILD)}], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.once('data', () => process.stdout.write(String(child.pid), () => process.kill(process.pid, 'SIGKILL')))
`

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a service whose terminal and npm are gone ends by itself, though nobody hears its words', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(parent.stdout, 'data')
  const pid = Number(String(said))
  try {
    await expect.poll(() => isAlive(pid), { timeout: 40_000 }).toBe(false)
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
})
