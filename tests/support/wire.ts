import net from 'node:net'

const PATIENCE_MS = 60_000

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Splits what came over a connection into its answers. @throws Error when it is no HTTP. */
export function answersIn(bytes: Buffer): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (!status) throw new Error(`This is no answer: ${rest.toString('latin1').slice(0, 200)}`)
    const headers = new Map(
      fields.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 1).trim(),
      ]),
    )
    const length = Number(headers.get('content-length') ?? 0)
    answers.push({ status, headers, body: rest.subarray(end + 4, end + 4 + length).toString('utf8') })
    rest = rest.subarray(end + 4 + length)
  }
  return answers.filter(({ status }) => status !== 100)
}

/** A raw connection to the service. */
export interface Wire {
  send(bytes: string | Uint8Array): void
  /** Sends no more, and still listens. */
  finish(): void
  /** Everything that came so far. */
  received(): Buffer
  /** Waits until so many answers came whole. */
  answers(count: number): Promise<WireAnswer[]>
  /** Waits until the service closed the connection. */
  closed(): Promise<WireAnswer[]>
  destroy(): void
}

/** Opens a connection; nothing is sent by itself. */
export async function openWire(base: string): Promise<Wire> {
  const socket = net.connect({ port: Number(new URL(base).port), host: '127.0.0.1', allowHalfOpen: true })
  const chunks: Buffer[] = []
  const received = () => Buffer.concat(chunks)
  let over = false
  let notice: () => void = () => undefined
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    notice()
  })
  const end = () => {
    over = true
    socket.end()
    notice()
  }
  socket.on('end', end).on('close', end).on('error', end)
  await new Promise<void>((resolve) => socket.once('connect', resolve))

  const wait = (isSo: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`In vain; so far came: ${received().toString('latin1').slice(0, 300)}`)),
        PATIENCE_MS,
      )
      notice = () => {
        if (!isSo()) return
        clearTimeout(late)
        resolve()
      }
      notice()
    })
  return {
    send: (bytes) => void socket.write(bytes),
    finish: () => void socket.end(),
    received,
    async answers(count) {
      await wait(() => over || wholeAnswers(received()) >= count)
      return answersIn(received())
    },
    async closed() {
      await wait(() => over)
      socket.destroy()
      return answersIn(received())
    },
    destroy: () => void socket.destroy(),
  }
}

function wholeAnswers(bytes: Buffer): number {
  try {
    const answers = answersIn(bytes)
    const last = answers.at(-1)
    const isWhole = !last || Buffer.byteLength(last.body) === Number(last.headers.get('content-length') ?? 0)
    return isWhole ? answers.length : answers.length - 1
  } catch {
    return 0
  }
}

/** Sends some bytes and gives the answers that came until the service closed the connection. */
export async function exchange(base: string, bytes: string | Uint8Array): Promise<WireAnswer[]> {
  const wire = await openWire(base)
  wire.send(bytes)
  return wire.closed()
}
