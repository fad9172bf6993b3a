import { encodeCursor } from '@/lib/contract/cursor'
import { prepareSite } from '@/server/build'
import { idOf } from '../data/ids'
import { BUSY } from '../data/sizes'
import type { Recorded } from '../servers/record'
import { instanceEnvironment } from '../support/environment'
import { ROOT } from '../support/folder'
import { startFront } from '../support/front'
import { startNext } from '../support/next-app'
import { pgbenchRate } from '../support/pgbench'
import { takePort } from '../support/ports'
import { startWorker } from '../support/process'
import { plainFigure, ratioFigure, round, roundsFigure } from '../support/report'
import { inRounds, type Target } from '../support/rounds'
import { median } from '../support/stats'
import type { Case } from './case'

const LIST = '/api/v1/challenges'
const single = (number: number) => `/api/v1/challenges/${idOf('challenge', number)}`

const listAfter = (number: number) => `${LIST}?cursor=${encodeCursor(idOf('challenge', number))}`

/** Records spread over the whole table. */
const NUMBERS = Array.from({ length: 500 }, (_, index) => 1 + ((index * 7919 * 13) % BUSY.records))
/** Pages of the list. Requests for the same one at the same time would share what they ask of the database. */
const LISTS = 50
/** Of a round. */
const SECONDS = 2
const LIMIT_SECONDS = 4

/** The hot reads, through both mounts, beside a bare Next route and Fastify with the same SQL. */
export const reads: Case = {
  name: 'reads',
  async run({ databases, load, floor, say }) {
    say('reads: 100,000 challenges with six events each')
    const url = await databases.generated('busy', BUSY)
    await prepareSite({ say })
    const recorder = await startWorker('record.ts', instanceEnvironment(url, 1))
    const [singleRead, listRead] = await recorder.ask<Recorded[]>('record', [
      { method: 'GET', target: single(1) },
      { method: 'GET', target: LIST },
    ])
    await recorder.stop()
    const singleSql = singleRead?.statements[0]
    const [keysSql, viewsSql] = listRead?.statements ?? []
    if (!singleSql || !keysSql || !viewsSql) throw new Error('A read sent fewer statements than it must.')

    const front = await startFront(url)
    const anew = await startFront(url, { remembers: false })
    const fastifyPort = await takePort()
    const fastify = await startWorker('fastify.ts', { DATABASE_URL: url })
    await fastify.ask('reads', { single: singleSql, id: idOf('challenge', 1), list: [keysSql, viewsSql] })
    await fastify.ask('listen', fastifyPort)
    const next = await startNext(ROOT, '/api/health', (port) => instanceEnvironment(url, port))
    const bare = await floor()

    say('reads: 16 connections, in turns')
    const singles = NUMBERS.map(single)
    const lists = NUMBERS.slice(0, LISTS).map(listAfter)
    const target = (name: string, server: { port: number; pid: number }, paths: readonly string[]): Target => ({
      name,
      ...server,
      paths: () => paths,
    })
    const fastifyAt = { port: fastifyPort, pid: fastify.pid }
    const measured = await inRounds(
      load,
      [
        target('floor', bare, ['/floor']),
        target('front single', front, singles),
        target('anew single', anew, singles),
        target(
          'fastify single',
          fastifyAt,
          NUMBERS.map((number) => `/single/${idOf('challenge', number)}`),
        ),
        target('next single', next, singles),
        target('front list', front, lists),
        target('anew list', anew, lists),
        target('fastify list', fastifyAt, ['/list']),
        target('next list', next, lists),
      ],
      SECONDS,
    )
    for (const server of [front, anew, fastify, next]) await server.stop()
    const limitSingle = await pgbenchRate(url, [singleSql], { clients: 10, seconds: LIMIT_SECONDS })
    const limitList = await pgbenchRate(url, [keysSql, viewsSql], { clients: 10, seconds: LIMIT_SECONDS })

    const rates = (name: string) => measured(name, 'perSecond')
    const cpu = (name: string) => round(median(measured(name, 'cpuMicroseconds')))
    return [
      roundsFigure(
        'single read, front',
        rates('front single'),
        rates('floor'),
        { atLeast: 4.5 },
        'req/s',
        'Next floor',
      ),
      roundsFigure(
        'single read, front, the view built anew',
        rates('anew single'),
        rates('fastify single'),
        { atLeast: 0.9 },
        'req/s',
        'Fastify + pg',
      ),
      roundsFigure(
        'single read, front, the view built anew',
        rates('anew single'),
        rates('floor'),
        null,
        'req/s',
        'Next floor',
      ),
      roundsFigure('list of 20, front', rates('front list'), rates('floor'), { atLeast: 2.2 }, 'req/s', 'Next floor'),
      roundsFigure(
        'list of 20, front, the views built anew',
        rates('anew list'),
        rates('fastify list'),
        { atLeast: 0.9 },
        'req/s',
        'Fastify + pg',
      ),
      roundsFigure(
        'list of 20, front, the views built anew',
        rates('anew list'),
        rates('floor'),
        null,
        'req/s',
        'Next floor',
      ),
      roundsFigure(
        "single read, Next's route file",
        rates('next single'),
        rates('floor'),
        { atLeast: 0.75 },
        'req/s',
        'Next floor',
      ),
      roundsFigure(
        "list of 20, Next's route file",
        rates('next list'),
        rates('floor'),
        { atLeast: 0.75 },
        'req/s',
        'Next floor',
      ),
      ...(limitSingle && limitList
        ? [
            ratioFigure(
              'single read, front',
              median(rates('front single')),
              limitSingle,
              null,
              'req/s',
              'pgbench, the database alone',
            ),
            ratioFigure(
              'list of 20, front',
              median(rates('front list')),
              limitList,
              null,
              'req/s',
              'pgbench, the database alone',
            ),
          ]
        : [plainFigure('pgbench', 'not installed (apt-get install postgresql-contrib)')]),
      plainFigure(
        'CPU of the app per request',
        `single: front ${cpu('front single')} µs, built anew ${cpu('anew single')} µs, Fastify ${cpu('fastify single')} µs, Next's route file ${cpu('next single')} µs; list: front ${cpu('front list')} µs, built anew ${cpu('anew list')} µs, Fastify ${cpu('fastify list')} µs; Next floor ${cpu('floor')} µs`,
      ),
      plainFigure(
        'bytes',
        `single ${round((singleRead?.body.length ?? 0) / 1000)} kB, list ${round((listRead?.body.length ?? 0) / 1000)} kB`,
      ),
    ]
  },
}
