import pg from 'pg'
import { handle } from '@/lib/api/handle'
import { BACKENDS, BEGIN, CLOCK } from '@/lib/db/pool'
import { answerTasks } from './answer-tasks'

/** A statement exactly as the service sent it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A request for the service, by way of its handler. */
export interface Asked {
  readonly method: string
  readonly target: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Recorded {
  readonly status: number
  readonly body: string
  readonly statements: readonly Statement[]
}

let statements: Statement[] = []

/** The floors begin a transaction without a limit of time of its own: a second statement would be a second round trip for them. */
const plain = (text: string) => (text === BEGIN ? 'BEGIN' : text)

/** What a new connection begins with, which is no part of a request. */
const isOpening = (text: string) => ['SET ', BACKENDS, CLOCK].some((beginning) => text.startsWith(beginning))

// Every statement of the service passes here; nothing of it is changed.
const send = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
  const [first] = parameters
  if (typeof first === 'string') {
    if (!isOpening(first)) statements.push({ text: first, values: [] })
  } else if (first !== null && typeof first === 'object' && 'text' in first) {
    const values = 'values' in first && Array.isArray(first.values) ? first.values : []
    statements.push({ text: plain(String(first.text)), values })
  }
  return send.apply(this, parameters)
} as typeof pg.Client.prototype.query

async function record({ method, target, headers = {}, body = '' }: Asked): Promise<Recorded> {
  statements = []
  const answer = await handle({
    method,
    target,
    address: '127.0.0.1',
    header: (name) => headers[name] ?? null,
    readBody: async () => Buffer.from(body),
    async *streamBody() {
      yield Buffer.from(body)
    },
  })
  const recorded: Statement[] = statements
  return { status: answer.status, body: String(answer.body ?? ''), statements: recorded }
}

answerTasks({
  async record(requests: readonly Asked[]): Promise<Recorded[]> {
    const all: Recorded[] = []
    for (const request of requests) all.push(await record(request))
    return all
  },
})
