import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { prepareSite } from '@/server/build'
import { idOf } from '../data/ids'
import { BUSY } from '../data/sizes'
import { instanceEnvironment } from '../support/environment'
import { startService } from '../support/next-app'
import { residentMegabytes } from '../support/process'
import { limitFigure, plainFigure, round, roundsFigure } from '../support/report'
import { inRounds } from '../support/rounds'
import type { Case } from './case'

/** Of a round. */
const SECONDS = 2
const REST_MS = 20_000

/** What a browser loads of a page's scripts before anything else, gzipped. */
async function firstLoadBytes(base: string, page: string): Promise<number> {
  const html = await (await fetch(`${base}${page}`)).text()
  const scripts = [
    ...new Set([...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source = '']) => source)),
  ].filter((source) => source.startsWith('/_next/'))
  const sizes = await Promise.all(
    scripts.map(async (source) => gzipSync(Buffer.from(await (await fetch(`${base}${source}`)).arrayBuffer())).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Public pages through the whole service, beside a bare Next app; first-load scripts; start and memory. */
export const pages: Case = {
  name: 'pages',
  async run({ databases, load, floor, say }) {
    say('pages: the whole service')
    const url = await databases.generated('busy', BUSY)
    await prepareSite({ say })
    const service = await startService(instanceEnvironment(url, 0))
    const bare = await floor()
    const at = { port: service.port, pid: service.pid }
    // Pages that nobody asked for yet are rendered afresh; asking each once per round keeps them uncached.
    const fresh = (from: number) =>
      Array.from(
        { length: 4_000 },
        (_, index) => `/challenges/${idOf('challenge', 1 + ((from + index * 7) % BUSY.records))}`,
      )
    const measured = await inRounds(
      load,
      [
        { name: 'floor', port: bare.port, pid: bare.pid, paths: () => ['/floor'] },
        { name: 'home', ...at, paths: () => ['/'] },
        { name: 'challenge', ...at, paths: () => [`/challenges/${idOf('challenge', 1)}`] },
        { name: 'afresh', ...at, paths: (turn) => fresh(turn * 30_011), seconds: 6, warmSeconds: 15 },
      ],
      SECONDS,
    )
    const rates = (name: string) => measured(name, 'perSecond')
    const bareBytes = await firstLoadBytes(`http://127.0.0.1:${bare.port}`, '/')
    const scripts = []
    for (const page of ['/', '/challenges', `/challenges/${idOf('challenge', 1)}`, `/missions/${idOf('mission', 7)}`]) {
      const bytes = await firstLoadBytes(`http://localhost:${service.port}`, page)
      scripts.push(
        limitFigure(
          `scripts of ${page.replace(/[0-9a-f-]{36}/, '…')} beyond a bare page's`,
          (bytes - bareBytes) / 1000,
          15,
          'kB gzip',
        ),
      )
    }
    await service.stop()
    return [
      roundsFigure('home page from cache', rates('home'), rates('floor'), { atLeast: 0.6 }, 'req/s', 'Next floor'),
      roundsFigure(
        'challenge page from cache',
        rates('challenge'),
        rates('floor'),
        { atLeast: 0.6 },
        'req/s',
        'Next floor',
      ),
      roundsFigure(
        'challenge page rendered afresh',
        rates('afresh'),
        rates('floor'),
        { atLeast: 0.1 },
        'req/s',
        'Next floor',
      ),
      plainFigure('scripts of a bare Next page', `${round(bareBytes / 1000)} kB gzip`),
      ...scripts,
    ]
  },
}

/** `npm start` on the embedded default, the second time. */
export const start: Case = {
  name: 'start',
  async run({ say }) {
    say('start: the embedded default, twice')
    await prepareSite({ say })
    const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-bench-start-'))
    const environment = { DATA_DIR: folder, DATABASE_URL: '' }
    try {
      const first = await startService(environment)
      await first.stop()
      const second = await startService(environment)
      await fetch(`http://localhost:${second.port}/api/v1/challenges`)
      await fetch(`http://localhost:${second.port}/`)
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
      const megabytes = residentMegabytes(second.pid)
      await second.stop()
      return [
        plainFigure('start, first time in a data folder (built)', `${round(first.seconds)} s`),
        limitFigure('start, second time', second.seconds, 5, 's'),
        limitFigure('memory of the app process at rest', megabytes, 350, 'MB'),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
