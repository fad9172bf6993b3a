import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCommunity } from '@/server/community'
import { prepareEmbeddedDefault } from '@/server/embedded-default'
import { Lifecycle } from '@/server/lifecycle'
import { keyPair } from '@/tests/support/sandbox'
import { freePort } from '@/tests/support/world'

// What the embedded default does for its sandbox community (docs/decisions.md#starting-configuration-clock), without the rest of it.

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-community-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function started(environment: NodeJS.ProcessEnv = {} as NodeJS.ProcessEnv) {
  const running = await startCommunity(folder, environment)
  if (!running) throw new Error('No sandbox was started.')
  return { running, environment }
}

test('the environment learns of the sandbox, with a Muse of its own that may publish', async () => {
  const { running, environment } = await started()
  const { COMMUNITY_URL, COMMUNITY_MUSE_ID, COMMUNITY_PRIVATE_KEY, COMMUNITY_PUBLISHING } = environment
  expect(COMMUNITY_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(COMMUNITY_PUBLISHING).toBe('on')
  const { identity } = await (await fetch(`${COMMUNITY_URL}/api/identity.json?muse_id=${COMMUNITY_MUSE_ID}`)).json()
  expect(identity).toMatchObject({ name: 'Trellis', public_key: keyPair(COMMUNITY_PRIVATE_KEY).publicKey })
  expect(statSync(path.join(folder, 'community-private-key')).mode & 0o777).toBe(0o600)
  await running.stop()
})

test('the next start finds the same address, key and Muse, and introduces nobody again', async () => {
  const first = await started()
  await first.running.stop()
  const second = await started()
  expect(second.environment).toEqual(first.environment)
  const { muses } = await (await fetch(`${second.running.url}/api/muses.json`)).json()
  expect(muses.filter((muse: { name: string }) => muse.name === 'Trellis')).toHaveLength(1)
  await second.running.stop()
})

test('the next start finds the same address with another PORT too: what was linked there stays', async () => {
  const first = await started({ PORT: String((await freePort()) - 1000) } as unknown as NodeJS.ProcessEnv)
  await first.running.stop()
  const second = await started({ PORT: String((await freePort()) - 1000) } as unknown as NodeJS.ProcessEnv)
  expect(second.running.url).toBe(first.running.url)
  await second.running.stop()
})

test('the first start takes the port 1,000 above the site, or another that is free; later ones insist', async () => {
  const port = await freePort()
  const busy = http.createServer().listen(port, '127.0.0.1')
  const PORT = String(port - 1000)
  const { running } = await started({ PORT } as unknown as NodeJS.ProcessEnv)
  const chosen = new URL(running.url).port
  expect(chosen).not.toBe(String(port))
  await running.stop()
  busy.close()

  const intruder = http.createServer().listen(Number(chosen), '127.0.0.1')
  await expect(started({ PORT } as unknown as NodeJS.ProcessEnv)).rejects.toThrow(`Port ${chosen}`)
  intruder.close()
  writeFileSync(path.join(folder, 'sandbox', 'port'), `${port}\n`)
  const moved = await started()
  expect(new URL(moved.running.url).port).toBe(String(port))
  await moved.running.stop()
})

test.each([
  ['PORT', 'abc'],
  ['SERVICE_NAME', 'x'.repeat(61)],
  ['COMMUNITY_PRIVATE_KEY', 'no key'],
])('a wrong %s is told by its name before the sandbox learns of it', async (name, value) => {
  const before = process.env
  process.env = { NODE_ENV: 'test', DATA_DIR: folder, [name]: value }
  try {
    await expect(prepareEmbeddedDefault(new Lifecycle())).rejects.toThrow(`The environment is not usable. ${name}: `)
  } finally {
    process.env = before
  }
  expect(existsSync(path.join(folder, 'sandbox'))).toBe(false)
})

test('what is set stays; with COMMUNITY_URL set there is no sandbox', async () => {
  const elsewhere = { COMMUNITY_URL: 'https://community.example' } as unknown as NodeJS.ProcessEnv
  expect(await startCommunity(folder, elsewhere)).toBeNull()
  expect(elsewhere).toEqual({ COMMUNITY_URL: 'https://community.example' })

  const quiet = { COMMUNITY_PUBLISHING: 'off', SERVICE_NAME: 'Arbor' } as unknown as NodeJS.ProcessEnv
  const { running } = await started(quiet)
  expect(quiet.COMMUNITY_PUBLISHING).toBe('off')
  const identity = `${running.url}/api/identity.json?muse_id=${quiet.COMMUNITY_MUSE_ID}`
  expect((await (await fetch(identity)).json()).identity.name).toBe('Arbor')
  await running.stop()
})
