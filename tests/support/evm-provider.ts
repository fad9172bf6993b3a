import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '@/tests/support/client'

/** What a provider may do to a request instead of answering it. */
type Behaviour = (request: http.IncomingMessage, response: http.ServerResponse) => void

/** A JSON-RPC provider in front of a real node, which lies, dawdles or dies as a test tells it to. */
export interface Provider {
  readonly url: string
  /** How many calls it has received, by method. */
  readonly calls: Map<string, number>
  /** How many calls are open: neither answered nor given up. */
  readonly waiting: () => number
  /** Changes what the node answers to a method, or keeps it back for a while. */
  lie(method: string, change: (result: Json, params: Json) => Json | Promise<Json>): void
  /** Answers a method with a JSON-RPC error. */
  fail(method: string, message: string): void
  /** Treats every request this way. */
  behave(behaviour: Behaviour): void
  /** Answers as the node does again. */
  honest(): void
  close(): Promise<void>
}

/** Ways to fail without an answer. */
export const FAULTS = {
  dead: (request) => void request.socket.destroy(),
  silent: () => undefined,
  dripping: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drop = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drop))
  },
  flooding: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const flood = () => {
      while (!response.destroyed && response.write('['.repeat(65_536)));
    }
    response.on('drain', flood)
    flood()
  },
  'a page': (_request, response) => void response.end('<!doctype html><title>Sign in</title>'),
  refusing: (_request, response) => void response.writeHead(429).end('{"error":"slow down"}'),
  'an RPC error': (_request, response) =>
    void response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}'),
  'no result': (_request, response) => void response.end('{"jsonrpc":"2.0","id":1}'),
  'null for everything': (_request, response) => void response.end('{"jsonrpc":"2.0","id":1,"result":null}'),
  'a redirect': (_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
} satisfies Record<string, Behaviour>

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Starts a provider. @param nodeUrl where the real node listens. */
export async function startProvider(nodeUrl: string): Promise<Provider> {
  const lies = new Map<string, (result: Json, params: Json) => Json | Promise<Json>>()
  const calls = new Map<string, number>()
  const faults = new Map<string, string>()
  let behaviour: Behaviour | null = null
  let waiting = 0
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<unknown> => {
    const sent = await bodyOf(request)
    const { method, params } = JSON.parse(sent)
    calls.set(method, (calls.get(method) ?? 0) + 1)
    if (behaviour) return behaviour(request, response)
    const message = faults.get(method)
    if (message !== undefined)
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } }))
    const headers = { 'content-type': 'application/json' }
    const told: Json = await (await fetch(nodeUrl, { method: 'POST', headers, body: sent })).json()
    const lie = lies.get(method)
    if (lie) told.result = await lie(told.result, params)
    return response.writeHead(200, headers).end(JSON.stringify(told))
  }
  const server = http.createServer((request, response) => {
    waiting += 1
    response.once('close', () => (waiting -= 1))
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/with-a-secret-key`,
    calls,
    waiting: () => waiting,
    lie: (method, change) => void lies.set(method, change),
    fail: (method, message) => void faults.set(method, message),
    behave: (next) => {
      behaviour = next
    },
    honest: () => {
      lies.clear()
      faults.clear()
      behaviour = null
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
