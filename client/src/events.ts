import { type Call, type Delivery, pause, send } from './request'

const FIRST_RECONNECT_MS = 2_000
/** A lone CR at the end may be half of a CRLF. */
const LINE_END = /\r\n|\n|\r(?!$)/

/** The lines of a text that comes in pieces; what follows the last line's end is left out. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = ''
  for await (const piece of pieces) {
    const lines = (text + piece).split(LINE_END)
    text = lines.pop() ?? ''
    yield* lines
  }
}

/**
 * The whole messages of Server-Sent Events (HTML Standard §9.2). A message that was cut off is none.
 * @param onRetry told how long to wait after a cut.
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

/** The text of a body, piece by piece. @param heard told of every sign of life. */
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

/** Opens one connection, trying as long as `delivery` says; a silent one is cut. */
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
    return { body: textOf(body as ReadableStream<Uint8Array>, heard), end } // what `read` gave
  } catch (fault) {
    end()
    throw fault
  }
}

/**
 * Follows a stream for as long as it is read. After a lost connection it goes on after the last message that was whole:
 * what was told is not told again, and nothing is left out.
 * @param delivery how a connection is opened, and how often in a row that is tried.
 * @param silenceMs after which a connection counts as lost.
 * @returns each message's JSON.
 * @throws ApiError when the service refuses, or could not be reached as often as was to be tried; the signal's reason.
 */
export async function* follow(call: Call, delivery: Delivery, silenceMs: number): AsyncGenerator<unknown, void> {
  const { wait = pause } = delivery
  let lastId = ''
  let reconnectMs = FIRST_RECONNECT_MS
  for (;;) {
    // By the query: a header of its own would have a browser ask for leave before a read of another site.
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
    call.signal?.throwIfAborted()
    await wait(reconnectMs, call.signal)
  }
}
