import { connect } from 'node:net'

export interface RawRequest {
  readonly method: string
  readonly target: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const HEAD_END = Buffer.from('\r\n\r\n')

function encode({ method, target, headers = {}, body }: RawRequest): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${length}\r\n${body ?? ''}`)
}

/** The bytes of the answer that begins here: -1 while its head is not whole, NaN when it is no success. */
function answerLength(bytes: Buffer): number {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return -1
  const head = bytes.toString('latin1', 0, end)
  const length = /\ncontent-length: (\d+)/i.exec(head)?.[1]
  return /^HTTP\/1\.1 2/.test(head) && length !== undefined ? end + HEAD_END.length + Number(length) : Number.NaN
}

/**
 * Sends requests over one connection, each after the answer to the one before, with as little of a client as possible.
 * @returns the milliseconds from sending to the last byte, per request.
 * @throws Error when an answer is no success.
 */
export function requestOneByOne(port: number, requests: readonly RawRequest[]): Promise<number[]> {
  const encoded = requests.map(encode)
  const times: number[] = []
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let chunks: Buffer = Buffer.alloc(0)
    let whole = -1
    const sendNext = () => {
      const next = encoded[times.length]
      if (!next) {
        socket.end()
        resolve(times)
        return
      }
      chunks = Buffer.alloc(0)
      whole = -1
      sentAt = performance.now()
      socket.write(next)
    }
    socket.once('connect', sendNext)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The connection ended early.')))
    socket.on('data', (chunk) => {
      chunks = chunks.length === 0 ? chunk : Buffer.concat([chunks, chunk])
      if (whole === -1) whole = answerLength(chunks)
      if (Number.isNaN(whole)) {
        reject(new Error(`${requests[times.length]?.target} was answered ${chunks.toString('utf8').slice(0, 600)}`))
        socket.destroy()
      }
      if (whole === -1 || !(chunks.length >= whole)) return
      times.push(performance.now() - sentAt)
      sendNext()
    })
  })
}
