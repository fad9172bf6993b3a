import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkEnvironment, env } from '@/lib/env'
import { createHttpServer } from '@/server/http/server'
import { metricsPlace, placeFault, sitePlace } from '@/server/places'
import { listenAt, tryPlaces } from '@/server/site'
import { serviceEnvironment } from '@/tests/support/environment'
import { chooseFreePort } from '@/tests/support/ports'

// Where the site and its metrics listen, and what is said where they cannot.

let before: NodeJS.ProcessEnv
let port: number
beforeEach(async () => {
  before = { ...process.env }
  port = await chooseFreePort()
})
afterEach(() => {
  process.env = before
})

function configure(variables: Record<string, string>): void {
  const settings = serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port })
  Object.assign(process.env, settings, variables)
  checkEnvironment()
}

const isReached = (host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, host, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

test('the site is reached at the address that LISTEN_HOST says, and at no other', async () => {
  for (const [host, reached] of [
    ['127.0.0.1', [true, false]],
    ['', [true, true]],
    ['::', [true, true]],
  ] as const) {
    configure({ LISTEN_HOST: host })
    const site = createHttpServer({ pages: null, handle: async () => ({ status: 200, headers: {}, body: null }) })
    await listenAt(site, false)
    expect([await isReached('127.0.0.1'), await isReached('127.0.0.2')], host).toEqual(reached)
    await site.drain(0)
  }
})

test('IPv6 addresses and names are taken as they are, and localhost is both addresses of loopback', () => {
  const hosts = (host: string, isEmbedded = false) => {
    configure({ LISTEN_HOST: host })
    return sitePlace(isEmbedded).hosts
  }
  expect([hosts('::1'), hosts('fe80::1%eth0'), hosts('app1')]).toEqual([['::1'], ['fe80::1%eth0'], ['app1']])
  expect(hosts('localhost')).toEqual(['127.0.0.1', '::1'])
})

test('the embedded default listens on loopback only, whatever LISTEN_HOST says', () => {
  for (const host of ['', '::', '10.0.0.7']) {
    configure({ LISTEN_HOST: host })
    expect(sitePlace(true).hosts).toEqual(['127.0.0.1', '::1'])
  }
})

test('an address of another machine is told with its variable before a build', async () => {
  // TEST-NET-1 (RFC 5737).
  const words = (variable: string) =>
    `${variable} is no address of this machine (EADDRNOTAVAIL): set it to one that it has.`
  configure({ LISTEN_HOST: '192.0.2.1' })
  await expect(tryPlaces(false)).rejects.toThrow(words('LISTEN_HOST'))
  await expect(tryPlaces(true)).resolves.toBeUndefined()
  configure({ METRICS_PORT: String(await chooseFreePort()), METRICS_HOST: '192.0.2.1' })
  await expect(tryPlaces(true)).rejects.toThrow(words('METRICS_HOST'))
})

test('a port that is taken is told with its variable before a build', async () => {
  const other = net.createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  try {
    configure({ LISTEN_HOST: '127.0.0.1' })
    await expect(tryPlaces(false)).rejects.toThrow(`Port ${port} is in use: end what listens there, or set PORT.`)
    configure({ PORT: String(await chooseFreePort()), METRICS_PORT: String(port) })
    await expect(tryPlaces(true)).rejects.toThrow(
      `Port ${port} is in use: end what listens there, or set METRICS_PORT.`,
    )
  } finally {
    other.close()
  }
})

test('a name that leads nowhere, and a port for the mighty, are told with their variables', () => {
  configure({ METRICS_PORT: '1' })
  const [site, metrics] = [sitePlace(false), metricsPlace()]
  const words = (code: string, place = site) => String(placeFault(Object.assign(new Error('No.'), { code }), place))
  expect(words('ENOTFOUND')).toContain('LISTEN_HOST names a host that is not found (ENOTFOUND)')
  expect(words('EAI_AGAIN', metrics ?? site)).toContain('METRICS_HOST names a host that is not found (EAI_AGAIN)')
  expect(words('EACCES')).toContain(`Port ${env().PORT} may not be used by this user: set PORT.`)
  expect(words('EACCES', metrics ?? site)).toContain('Port 1 may not be used by this user: set METRICS_PORT.')
  expect(words('EIO')).toBe('Error: No.')
})
