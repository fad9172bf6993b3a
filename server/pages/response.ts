import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { countAsSent, nameTargetOnce, setLastHeader } from './next'

/** A longer page is streamed instead of buffered, and its policy allows no inline script. */
const BUFFERED_BYTES_MAX = 4_000_000

type Chunk = string | Uint8Array
type Done = (error?: Error | null) => void

/** Decides which bodies are buffered until they are complete, and sends them. */
export interface Buffering {
  /** Whether to buffer this response; called once its status and headers are known. */
  shouldBuffer(response: BufferedResponse): boolean
  /** Sends the complete body: a string if Next passed it as one. */
  sendWhole(response: BufferedResponse, body: string | Buffer): void
  /** The headers to set on a response that is not buffered, or is too long for it. */
  unbufferedHeaders(response: BufferedResponse, isTooLong: boolean): LastHeaders
}

/** Sets a header; null removes it. */
export type LastHeader = string | number | null
export type LastHeaders = Readonly<Record<string, LastHeader>>

/** A response whose body can be buffered to compute headers from it. Before `bufferWith` it is an ordinary one. */
export class BufferedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  private buffering: Buffering | null = null
  private chunks: Buffer[] | null = null
  private bufferedBytes = 0
  private isOver = false
  /** Is called whenever bytes were passed on to the connection. */
  onPassed: (() => void) | null = null

  /** From now on, `buffering` decides whether to buffer the body. */
  bufferWith(buffering: Buffering): void {
    this.buffering = buffering
    countAsSent(this, () => this.chunks !== null || this.isOver)
  }

  /** Sends the final body, made from the buffered one. */
  release(body: Chunk | null, headers: LastHeaders): void {
    this.buffering = null
    this.finishHeaders(headers)
    this.passed(super.end(body ?? undefined))
  }

  private finishHeaders(headers: LastHeaders): void {
    nameTargetOnce(this)
    for (const [name, value] of Object.entries(headers)) setLastHeader(this, name, value)
  }

  /** Whether the body is buffered. The first write decides. */
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
    if (buffering) this.finishHeaders(buffering.unbufferedHeaders(this, isTooLong))
    for (const chunk of chunks ?? []) this.passed(super.write(chunk))
  }

  private passed<Result>(result: Result): Result {
    this.onPassed?.()
    return result
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
    if (!this.isBuffering()) return this.passed(Reflect.apply(super.write, this, [chunk, encoding, done]))
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
    if (!buffering || isEmpty || !this.isBuffering())
      return this.passed(Reflect.apply(super.end, this, [chunk, encoding, done]))
    for (const listener of [chunk, encoding, done]) if (typeof listener === 'function') this.once('finish', listener)
    const isWhole = typeof last === 'string' && this.bufferedBytes === 0
    if (isWhole && Buffer.byteLength(last) <= BUFFERED_BYTES_MAX) return this.handOver(buffering, last)
    if (last !== null) this.write(last, encodingOf(encoding))
    if (!this.chunks) return this.passed(super.end())
    return this.handOver(buffering, Buffer.concat(this.chunks, this.bufferedBytes))
  }

  private handOver(buffering: Buffering, body: string | Buffer): this {
    this.isOver = true
    this.chunks = null
    buffering.sendWhole(this, body)
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
