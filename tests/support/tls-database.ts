import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { selfSigned } from '@/tests/support/certificate'

/** The first message of a client that wants to be encrypted (PostgreSQL protocol 3, SSLRequest), and the answer to it. */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex')
const SSL_YES = Buffer.from('S')

/** What stands before a hosted Postgres: it speaks TLS, and with nobody in the clear. */
export interface TlsDatabase {
  /** The database's address by way of it, with the authority that vouches for it. */
  readonly url: string
  /** How many connections were open at once, at the most. */
  most(): number
  /** How many came in the clear and were turned away. */
  refused(): number
  close(): Promise<void>
}

/** Ends the encryption on a free port of loopback and passes everything on to `databaseUrl`. */
export async function openTlsDatabase(databaseUrl: string): Promise<TlsDatabase> {
  const { key, cert } = selfSigned()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-tls-'))
  const authority = path.join(folder, 'authority.pem')
  writeFileSync(authority, cert)
  const target = new URL(databaseUrl)
  const open = new Set<net.Socket>()
  let most = 0
  let refused = 0

  const pass = (socket: net.Socket) => {
    const client = new TLSSocket(socket, { isServer: true, key, cert })
    const upstream = net.connect(Number(target.port), target.hostname)
    const end = () => {
      open.delete(socket)
      for (const side of [client, upstream, socket]) side.destroy()
    }
    for (const side of [client, upstream]) side.on('error', end).on('close', end)
    open.add(socket)
    most = Math.max(most, open.size)
    client.pipe(upstream).pipe(client)
  }
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (first) => {
      if (!SSL_REQUEST.equals(first)) {
        refused += 1
        socket.destroy()
        return
      }
      socket.write(SSL_YES)
      pass(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const url = new URL(databaseUrl)
  url.host = `localhost:${address.port}`
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority }).toString()
  return {
    url: url.href,
    most: () => most,
    refused: () => refused,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
