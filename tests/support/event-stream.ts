import type { Json } from '@/tests/support/client'

/** A message of Server-Sent Events, or a comment. */
export interface Message {
  readonly id: string
  readonly data: Json
}

export interface EventStream {
  readonly status: number
  readonly headers: Headers
  /** The next message. @throws where the stream has ended. */
  next(): Promise<Message>
  /** The cursor that the greeting brings, before any message. */
  position(): Promise<string>
  /** The next comment. */
  comment(): Promise<string>
  /** Whether the service ended it; whatever came before is left out. */
  ended(): Promise<boolean>
  close(): void
}

/** Opens a stream as `EventSource` does, without its coming back. */
export async function openEvents(
  base: string,
  query = '',
  { lastEventId, headers = {} }: { readonly lastEventId?: string; readonly headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const gone = new AbortController()
  const response = await fetch(`${base}/api/v1/events/stream${query}`, {
    headers: lastEventId === undefined ? headers : { ...headers, 'last-event-id': lastEventId },
    signal: gone.signal,
  })
  const blocks = blocksOf(response)
  async function find(isWanted: (block: string) => boolean): Promise<string> {
    for (;;) {
      const { done, value } = await blocks.next()
      if (done) throw new Error('The stream has ended.')
      if (isWanted(value)) return value
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      const lines = (await find((block) => block.startsWith('id: '))).split('\n')
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      return { id: field('id'), data: JSON.parse(field('data')) }
    },
    async position() {
      const greeting = await find((block) => block.startsWith('retry: '))
      return /^id: (\S+)$/m.exec(greeting)?.[1] ?? ''
    },
    comment: () => find((block) => block.startsWith(': ')),
    async ended() {
      for (;;) if ((await blocks.next()).done) return true
    },
    close: () => gone.abort(),
  }
}

/** What empty lines part. */
async function* blocksOf(response: Response): AsyncGenerator<string, undefined> {
  let text = ''
  if (!response.body) return undefined
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const blocks = (text + decoder.decode(read.value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks
  }
  return undefined
}
