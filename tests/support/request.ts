import http from 'node:http'
import type { Json } from '@/tests/support/client'

/** A request with nothing added: no content type, no key, no accept. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  /** Sent with `content-length`, or in chunks when it is a list. */
  readonly body?: string | Uint8Array | readonly string[]
  /** The loopback address to call from, e.g. `127.0.0.7`: a network of its own. */
  readonly from?: string
}

export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly text: string
  /** The parsed body; null when there is none. */
  readonly body: Json
}

const agents = new Map<string, http.Agent>()

function agentFrom(address: string): http.Agent {
  const known = agents.get(address) ?? new http.Agent({ keepAlive: true, maxSockets: 32 })
  agents.set(address, known)
  return known
}

/** Sends exactly what is given and reads the answer to its end. */
export function request(base: string, sent: Request): Promise<Response> {
  const { method, path, body, from = '127.0.0.1' } = sent
  const { port } = new URL(base)
  const whole = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : null
  const headers = { ...(whole ? { 'content-length': String(whole.length) } : {}), ...sent.headers }
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      { host: '127.0.0.1', port, method, path, headers, localAddress: from, agent: agentFrom(from) },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => resolve(responseOf(incoming, Buffer.concat(chunks))))
      },
    )
    outgoing.on('error', reject)
    for (const chunk of Array.isArray(body) ? body : []) outgoing.write(chunk)
    if (whole) outgoing.end(whole)
    else outgoing.end()
  })
}

function responseOf(incoming: http.IncomingMessage, bytes: Buffer): Response {
  const text = bytes.toString('utf8')
  const isJson = String(incoming.headers['content-type'] ?? '').startsWith('application/json')
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    bytes,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  }
}
