import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { WORKER } from '@/server/build'
import { demoAddressFile } from '@/server/demo-access'
import { isAlive } from '@/server/process-lock'
import { freePort, type RunningService, startService } from '@/tests/support/pages-service'
import { childrenOf } from '@/tests/support/processes'
import { bundledService } from '@/tests/support/script'
import { until } from '@/tests/support/until'

const LogLine = z.looseObject({ level: z.string(), msg: z.string() })

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-workers-'))
let service: RunningService | undefined
afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Lines after the start has told people that it is ready: each has to be one of the log. */
const logged = (said: string) =>
  said
    .slice(said.indexOf('Ctrl-C stops it.\n'))
    .split('\n')
    .slice(1, -1)
    .map((line) => LogLine.parse(JSON.parse(line)))

/** A request over a connection of its own, which goes to the next worker. */
function ask(base: string, method: string, target: string, headers: Record<string, string> = {}, body = '') {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = http.request(`${base}${target}`, { method, headers, agent: false }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

test('the embedded default with two workers is one service, and leaves nothing behind however it ends', async () => {
  const port = await freePort()
  const settings = { DATA_DIR: folder, PORT: String(port), WEB_CONCURRENCY: '2', RATE_LIMIT_SCALE: '1000' }
  const base = `http://localhost:${port}`
  service = await startService(settings)
  const workers = childrenOf(service.pid, WORKER)
  expect(workers).toHaveLength(2)
  for (const target of ['/', '/', '/api/health', '/api/health'])
    expect((await ask(base, 'GET', target)).status).toBe(200)

  // The one-time address is good once, whichever worker is asked; what it gives, is good at both.
  const token = new URL(readFileSync(demoAddressFile(folder), 'utf8').trim()).hash.slice(1)
  const exchange = () =>
    ask(base, 'POST', '/demo-wallets.json', { 'content-type': 'application/json' }, JSON.stringify({ token }))
  const exchanged = await Promise.all([exchange(), exchange(), exchange(), exchange()])
  expect(exchanged.map(({ status }) => status).sort()).toEqual([204, 403, 403, 403])
  const given = exchanged.find(({ status }) => status === 204)?.headers['set-cookie']?.[0]
  const cookie = given?.split(';')[0] ?? ''
  for (let time = 0; time < 4; time++) {
    expect((await ask(base, 'GET', '/demo-wallets.json', { cookie })).text).toContain('"locked":false')
  }

  process.kill(service.pid, 'SIGUSR2')
  const told = (word: string) => service?.said().includes(word) === true
  await until(() => ['The primary: ', 'Worker 1: ', 'Worker 2: '].every(told), 'memory was told')

  await service.kill()
  await until(() => !workers.some(isAlive), 'the workers ended')
  // The next start ends the Postgres that the kill has left, and uses its records.
  service = await startService(settings, bundledService())
  const others = childrenOf(service.pid, WORKER)
  expect((await ask(base, 'GET', '/api/health')).status).toBe(200)
  process.kill(others[0] ?? 0, 'SIGKILL')
  await until(() => told('Worker ') && childrenOf(service?.pid ?? 0, WORKER).length === 2, 'another was started')
  const postgres = Number.parseInt(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  expect(await service.stop()).toBe(0)
  expect(logged(service.said()).map(({ level, msg }) => `${level} ${msg.split(':')[0]}`)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^warn Worker \d ended$/), 'info Stopping …']),
  )
  expect([...others, postgres].filter(isAlive)).toEqual([])
  expect(existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
})
