import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { countAsSent, nameTargetOnce, setLastHeader } from './next'

/** A page longer than this, in one piece or in many, is not held back: it is sent without leave for inline scripts. */
const BUFFERED_BYTES_MAX = 4_000_000

type Chunk = string | Uint8Array
type Done = (error?: Error | null) => void

/** What holds a response's body back until it is whole. */
export interface Buffering {
  /** Whether this answer is one to hold, judged by its status and headers once they are known. */
  shouldBuffer(response: BufferedResponse): boolean
  /** Sends the whole body: a string when Next gave it in one piece. */
  sendWhole(response: BufferedResponse, body: string | Buffer): void
  /** The last words on the headers of an answer that is not held, or too long for it. */
  unbufferedHeaders(isTooLong: boolean): LastHeaders
}

/** Headers to set, or to take away where null. */
export type LastHeaders = Readonly<Record<string, string | number | null>>

/** A response whose body may be held back, so that headers can be computed from it; usual until `hold` is called. */
export class BufferedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  private buffering: Buffering | null = null
  private chunks: Buffer[] | null = null
  private bufferedBytes = 0
  private isOver = false

  /** From here on, until the headers are known, the holder decides. */
  bufferWith(holder: Buffering): void {
    this.buffering = holder
    countAsSent(this, () => this.chunks !== null || this.isOver)
  }

  /** Settles once the body is whole, whoever reads it and however slowly; or once it is clear that it is not held. */
  whenMade(): Promise<void> {
    return new Promise((resolve) => {
      this.once('made', resolve)
      this.once('close', resolve)
    })
  }

  /** Sends what was held, or what was made of it, in the usual way. */
  release(body: Chunk | null, headers: LastHeaders): void {
    this.buffering = null
    this.finishHeaders(headers)
    super.end(body ?? undefined)
  }

  private finishHeaders(headers: LastHeaders): void {
    nameTargetOnce(this)
    for (const [name, value] of Object.entries(headers)) setLastHeader(this, name, value)
  }

  /** Whether the body is held; the first byte of it decides. */
  private isBuffering(): boolean {
    if (this.chunks) return true
    if (!this.buffering) return false
    if (this.buffering.shouldBuffer(this)) {
      this.chunks = []
      return true
    }
    this.stopBuffering(false)
    return false
  }

  private stopBuffering(isTooLong: boolean): void {
    const { buffering, chunks } = this
    this.buffering = null
    this.chunks = null
    this.emit('made')
    if (buffering) this.finishHeaders(buffering.unbufferedHeaders(isTooLong))
    for (const chunk of chunks ?? []) super.write(chunk)
  }

  override writeHead(
    status: number,
    ...rest: (string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined)[]
  ): this {
    if (!this.buffering) return Reflect.apply(super.writeHead, this, [status, ...rest])
    this.statusCode = status
    for (const headers of rest) {
      if (typeof headers !== 'object' || Array.isArray(headers)) continue
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value)
    }
    return this
  }

  override flushHeaders(): void {
    if (!this.buffering) super.flushHeaders()
  }

  override write(chunk: Chunk, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (this.isOver) return false
    if (!this.isBuffering()) return Reflect.apply(super.write, this, [chunk, encoding, done])
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk)
    this.chunks?.push(bytes)
    this.bufferedBytes += bytes.length
    if (this.bufferedBytes > BUFFERED_BYTES_MAX) this.stopBuffering(true)
    later(encoding, done)
    return true
  }

  override end(chunk?: Chunk | null | (() => void), encoding?: BufferEncoding | (() => void), done?: () => void): this {
    const { buffering } = this
    if (this.isOver) return this
    const last = typeof chunk === 'function' ? null : (chunk ?? null)
    const isEmpty = last === null && this.chunks === null
    if (isEmpty) this.stopBuffering(false)
    if (!buffering || isEmpty || !this.isBuffering()) return Reflect.apply(super.end, this, [chunk, encoding, done])
    for (const listener of [chunk, encoding, done]) if (typeof listener === 'function') this.once('finish', listener)
    const isWhole = typeof last === 'string' && this.bufferedBytes === 0
    if (isWhole && Buffer.byteLength(last) <= BUFFERED_BYTES_MAX) return this.handOver(buffering, last)
    if (last !== null) this.write(last, encodingOf(encoding))
    if (!this.chunks) return super.end()
    return this.handOver(buffering, Buffer.concat(this.chunks, this.bufferedBytes))
  }

  private handOver(holder: Buffering, body: string | Buffer): this {
    this.isOver = true
    this.chunks = null
    this.emit('made')
    holder.sendWhole(this, body)
    return this
  }
}

function encodingOf(encoding: unknown): BufferEncoding {
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8'
}

function later(...callbacks: (BufferEncoding | Done | undefined)[]): void {
  const done = callbacks.find((one) => typeof one === 'function')
  if (done) process.nextTick(done)
}
