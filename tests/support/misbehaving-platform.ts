import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** How the stand-in answers: anything that a platform could do wrong. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface MisbehavingPlatform {
  readonly base: string
  /** How many requests came. */
  readonly asked: () => number
  /** How many requests are open: neither answered nor given up. */
  readonly waiting: () => number
  behave(behaviour: Behaviour): void
  /** Closes the port, as if nothing had ever listened. */
  leave(): Promise<void>
  /** Listens there again. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** A post as the platform would show it. */
export const nodeOf = (id: number, over: Record<string, unknown> = {}) => ({
  id,
  muse_id: `muse_author${id}`,
  name: 'Somebody',
  text: `Reply ${id}`,
  created_at: '2026-09-01 12:00:00',
  parent_post_id: 1,
  id_verified: true,
  channel: 'lobby',
  replies: [],
  ...over,
})

/** The answer of `thread.json` with such replies. @param root the id of the post that begins the thread. */
export const threadOf = (replies: readonly unknown[], channel = 'lobby', root = 1) =>
  JSON.stringify({ ok: true, board: 'b', root_id: root, channel, thread: nodeOf(root, { replies }) })

export const answerJson =
  (body: string, status = 200): Behaviour =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  }

/** A server on loopback that answers as it is told. */
export async function openMisbehavingPlatform(): Promise<MisbehavingPlatform> {
  let behaviour: Behaviour = answerJson('{}')
  let asked = 0
  let waiting = 0
  let port = 0
  const sockets = new Set<Socket>()
  const server = http.createServer((request, response) => {
    asked += 1
    waiting += 1
    response.once('close', () => (waiting -= 1))
    response.on('error', () => undefined)
    behaviour(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = () =>
    new Promise<void>((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port // it listens on TCP
        resolve()
      }),
    )
  const leave = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen()
  return {
    base: `http://127.0.0.1:${port}`,
    asked: () => asked,
    waiting: () => waiting,
    behave: (next) => {
      behaviour = next
    },
    leave,
    comeBack: listen,
    close: async () => {
      if (server.listening) await leave()
    },
  }
}
