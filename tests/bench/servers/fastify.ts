import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import { answerTasks } from './answer-tasks'
import type { Statement } from './record'

/** What a lean server of its own would do: Fastify and `pg`, with the same SQL as the service and nothing else. */
interface Reads {
  readonly single: Statement
  /** The id that the single read was recorded with. */
  readonly id: string
  /** The keys of a page, then its views. */
  readonly list: readonly [Statement, Statement]
}

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = Fastify()
let writes: Statement[][] = []

const JSON_UTF8 = 'application/json; charset=utf-8'

app.post('/write/:number', async (request, reply) => {
  const { number } = request.params as { number: string }
  const client = await pool.connect()
  let body = '{}'
  try {
    for (const [place, { text, values }] of (writes[Number(number)] ?? []).entries()) {
      const { rows } = await client.query({
        name: values.length > 0 ? `w${place}` : undefined,
        text,
        values: [...values],
      })
      body = rows[0]?.body ?? body
    }
  } catch (fault) {
    await client.query('ROLLBACK')
    throw fault
  } finally {
    client.release()
  }
  return reply.code(201).type(JSON_UTF8).send(body)
})

answerTasks({
  reads({ single, id: recorded, list }: Reads) {
    app.get('/single/:id', async (request, reply) => {
      const { id } = request.params as { id: string }
      const values = single.values.map((value) => (value === recorded ? id : value))
      const { rows } = await pool.query({ name: 'single', text: single.text, values })
      return reply.type(JSON_UTF8).send(`{"challenge":${rows[0].text}}`)
    })
    app.get('/list', async (_request, reply) => {
      const [keys, views] = list
      const page = await pool.query({ name: 'keys', text: keys.text, values: [...keys.values] })
      const last = page.rows[0].found.at(-1)?.[0]
      const { rows } = await pool.query({ name: 'views', text: views.text, values: [...views.values] })
      const items = rows.map(({ text }) => text).join(',')
      return reply.type(JSON_UTF8).send(`{"challenges":[${items}],"nextCursor":"${last}"}`)
    })
  },
  /** @param file JSON: for each write its statements, to be sent one by one. */
  writes(file: string) {
    writes = JSON.parse(readFileSync(file, 'utf8'))
  },
  listen: (port: number) => app.listen({ port, host: '127.0.0.1' }),
})
