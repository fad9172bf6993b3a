import net from 'node:net'
import { expect, test } from 'vitest'
import { createHttpServer } from '@/server/http/server'
import { serviceEnvironment } from '@/tests/support/environment'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const listening = (server: net.Server, port: number, host: string) =>
  new Promise<net.Server>((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve(server)))

test('a port that is taken on the second host is told as taken, and the first is free again', async () => {
  const taken = await listening(net.createServer(), 0, '127.0.0.2')
  const { port } = taken.address() as net.AddressInfo // a TCP server has one
  const server = createHttpServer({ pages: null, handle: async () => ({ status: 200, headers: {}, body: null }) })
  await expect(server.listen(port, ['127.0.0.1', '127.0.0.2'])).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const again = await listening(net.createServer(), port, '127.0.0.1')
  for (const each of [taken, again]) each.close()
})
