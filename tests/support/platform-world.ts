import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { clockOf } from '@/tests/support/clock'
import { SCHEDULE } from '@/tests/support/environment'
import { type Muse, openSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { openWorld, type World } from '@/tests/support/world'

/** A world whose community platform is a sandbox of its own; both go by one clock. */
export interface PlatformWorld extends World {
  readonly sandbox: TestSandbox
  /** The service's own Muse. */
  readonly own: Muse
  /** Runs a round of the schedule, by way of its endpoint. */
  tick(): Promise<void>
}

/** What tells a service where its platform is, and as whom it posts there. */
export const communitySettings = (base: string, own: Muse, publishing: 'on' | 'off') => ({
  COMMUNITY_URL: base,
  COMMUNITY_MUSE_ID: own.museId,
  COMMUNITY_PRIVATE_KEY: own.secret,
  COMMUNITY_PUBLISHING: publishing,
})

/** Runs `work` while the service of this process has other settings. */
export async function withSettings(
  changed: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  const { env } = await import('@/lib/env')
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(env(), name)]))
  Object.assign(env(), changed)
  try {
    await work()
  } finally {
    Object.assign(env(), before)
  }
}

/** Opens both. Call it once per test file, in `beforeAll`. */
export async function openPlatformWorld(publishing: 'on' | 'off'): Promise<PlatformWorld> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-clock-'))
  const clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  const sandbox = await openSandbox({ clockFile })
  const own = await sandbox.muse('Trellis')
  const environment = { ...communitySettings(sandbox.base, own, publishing), CLOCK_FILE: clockFile }
  const world = await openWorld({ environment })
  return {
    ...world,
    sandbox,
    own,
    clockFile,
    ...clockOf(clockFile),
    tick: () => runSchedule(world),
    async close() {
      await world.close()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One round of everything that the schedule does. */
export async function runSchedule(world: World): Promise<void> {
  const reply = await world.get('/api/cron/deadlines', SCHEDULE)
  expect(reply.status, reply.text).toBe(200)
}

/** Links a Muse to a wallet by a signature. */
export async function linkMuse(wallet: Actor, muse: Muse): Promise<Json> {
  const started = await wallet.post('/api/v1/muse-links/start', { museId: muse.museId, method: 'ed25519-challenge' })
  expect(started.status, started.text).toBe(201)
  const { nonce, message } = started.body
  const linked = await wallet.post('/api/v1/muse-links/verify', { nonce, signature: muse.sign(message) })
  expect(linked.status, linked.text).toBe(201)
  return linked.body.link
}
