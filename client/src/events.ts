import { type Call, type Delivery, pause, send, stopAt } from './request'

const FIRST_RECONNECT_MS = 2_000
/** A lone CR at the end may be half of a CRLF. */
const LINE_END = /\r\n|\n|\r(?!$)/

/** The complete lines of a text that arrives in pieces; an unfinished last line is dropped. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = ''
  for await (const piece of pieces) {
    const lines = (text + piece).split(LINE_END)
    text = lines.pop() ?? ''
    yield* lines
  }
}

/**
 * The complete messages of Server-Sent Events (HTML Standard §9.2); an unfinished one is dropped.
 * @param onRetry receives the delay before a reconnect.
 */
async function* messagesOf(pieces: AsyncIterable<string>, onRetry: (ms: number) => void) {
  let id = ''
  let data: string[] = []
  for await (const line of linesOf(pieces)) {
    if (line === '') {
      if (data.length > 0) yield { id, data: data.join('\n') }
      data = []
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? []
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
    if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
  }
}

/** The text of a body, in pieces. @param heard called for every piece. */
async function* textOf(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard()
    yield decoder.decode(value, { stream: true })
  }
}

/** Opens one connection, with the retries of `delivery`. A silent connection is closed. */
async function connect(call: Call, delivery: Delivery, silenceMs: number) {
  const { fetch: ask = fetch } = delivery
  let gone = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    const silent = gone
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), silenceMs)
  }
  const end = () => {
    clearTimeout(timer)
    gone.abort()
  }
  const dial: Delivery['fetch'] = (url, init) => {
    gone = new AbortController()
    heard()
    const signals = [gone.signal, ...(init.signal ? [init.signal] : [])]
    return ask(url, { ...init, signal: AbortSignal.any(signals) })
  }
  try {
    const body = await send(call, { ...delivery, fetch: dial }, async (response) => response.body)
    return { body: textOf(body as ReadableStream<Uint8Array>, heard), end } // the result of `read`
  } catch (fault) {
    end()
    throw fault
  }
}

/**
 * Follows a stream for as long as it is read. After a lost connection it resumes behind the last complete message,
 * so no message is repeated or skipped.
 * @param delivery how a connection is opened, with the number of retries in a row.
 * @param silenceMs after which a silent connection counts as lost.
 * @returns the JSON of each message.
 * @throws ApiError when the service refuses or cannot be reached after all retries; the signal's reason.
 */
export async function* follow(call: Call, delivery: Delivery, silenceMs: number): AsyncGenerator<unknown, void> {
  const { wait = pause } = delivery
  let lastId = ''
  let reconnectMs = FIRST_RECONNECT_MS
  for (;;) {
    // In the query: a custom header would make a browser send a CORS preflight.
    const query = lastId ? { ...call.query, since: lastId } : call.query
    const connection = await connect({ ...call, query }, delivery, silenceMs)
    try {
      const messages = messagesOf(connection.body, (ms) => {
        reconnectMs = ms
      })
      for (;;) {
        const next = await messages.next().catch(() => null)
        if (!next || next.done) break
        lastId = next.value.id
        yield JSON.parse(next.value.data)
      }
    } finally {
      connection.end()
    }
    stopAt(call.signal)
    // If the signal ended the wait, the next connection throws.
    await wait(reconnectMs, call.signal).catch(() => undefined)
  }
}
