import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serviceEnvironment } from '@/tests/support/environment'
import { chooseFreePort } from '@/tests/support/ports'
import { bundledService } from '@/tests/support/script'
import { until } from '@/tests/support/until'

// Signals that have a meaning for the running service, while it starts: a database that says nothing holds it there.

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function startSlowly(): Promise<{ signal(name: NodeJS.Signals): void; said(): string }> {
  const sockets: net.Socket[] = []
  const database = net.createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(database, 'listening')
  const asked = once(database, 'connection')
  const { port } = database.address() as net.AddressInfo // a TCP server has one
  const settings = {
    databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`,
    clockFile: '',
    port: await chooseFreePort(),
  }
  const child = spawn(process.execPath, bundledService(), {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      ...serviceEnvironment(settings),
      WEB_CONCURRENCY: '2',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  ends.push(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended
    for (const socket of sockets) socket.destroy()
    database.close()
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk)
    })
  }
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`It ended: ${said}`)))
  gone.catch(() => undefined)
  await Promise.race([asked, gone])
  return { signal: (name) => child.kill(name), said: () => said }
}

const told = (said: string) => said.match(/The service: \d+ MB of memory/g)?.length ?? 0

test('SIGUSR2 tells the memory of the process that starts, and SIGHUP does nothing: there are no workers to replace', async () => {
  const service = await startSlowly()
  service.signal('SIGUSR2')
  await until(() => told(service.said()) === 1, 'it told its memory')
  service.signal('SIGHUP')
  service.signal('SIGUSR2')
  await until(() => told(service.said()) === 2, 'it told its memory again')
  expect(service.said()).not.toContain('Stopping')
})
