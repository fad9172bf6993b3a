import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort } from '@/tests/support/effort'
import { freePort, type RunningService, startService, WITH_HEAP_PROBE } from '@/tests/support/pages-service'
import { besideSharedService } from '@/tests/support/shared-service'

// What anonymous requests make the process keep for good. Targets are as long as the front lets them be, and each is
// another one: thousands of them on every kind of path, and 50,000 in `npm run test:long`.

const CLIENTS = 12
/** So many of the targets are sent of those kinds of which there are thousands: 13 kB kept of each is more than the noise. */
const SHARE = effort({ usual: 0.08, long: 1 })
/** A kind of fewer is sent whole. */
const MANY = 2_000
const WARM_UP = 12
const MB = 1_000_000
/** A kind whose requests differ in what no answer depends on makes nothing grow; this much is the garbage collector's. */
const NOISE_BYTES = 5 * MB
/** Made-up paths and records fill the caches: all of them together, to their bounds. */
const ALL_BYTES = 120 * MB
const FILLER = 'x'.repeat(13_000)

let service: RunningService
let base: string
const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS })

beforeAll(async () => {
  const port = await freePort()
  base = `http://localhost:${port}`
  service = await startService({ ...besideSharedService(), PORT: String(port) }, WITH_HEAP_PROBE)
}, 300_000)
afterAll(async () => {
  agent.destroy()
  await service.stop()
})

const shareOf = (requests: number) => (requests < MANY ? requests : requests * SHARE)

let count = 0
const long = () => {
  count += 1
  return `${count}${FILLER}`
}
const hex = (characters: number) => randomBytes(characters / 2).toString('hex')

function ask(target: string, headers: http.OutgoingHttpHeaders): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${base}${target}`, { method: 'HEAD', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject).end()
  })
}

interface Kind {
  readonly requests: number
  readonly statuses: readonly number[]
  readonly target: () => string
  readonly headers?: http.OutgoingHttpHeaders
}

async function flood({ statuses, target, headers = {} }: Kind, requests: number): Promise<void> {
  let left = requests
  const client = async () => {
    while (left > 0) {
      left -= 1
      const sent = target()
      expect(statuses, sent.slice(0, 100)).toContain(await ask(sent, headers))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

async function scriptPath(): Promise<string> {
  const html = await (await fetch(base)).text()
  return /"(\/_next\/static\/chunks\/[^"?]+\.js)"/.exec(html)?.[1] ?? ''
}

/** Kinds whose answers do not depend on what differs between their requests: so many that a leak of targets is seen. */
function sameAnswers(script: string): Record<string, Kind> {
  const packed = { 'accept-encoding': 'br' }
  return {
    health: { requests: 9_000, statuses: [200], target: () => `/api/health?${long()}` },
    'a list': { requests: 1_000, statuses: [200], target: () => `/api/v1/challenges?${long()}` },
    'the description': { requests: 8_000, statuses: [200], target: () => `/api/v1/openapi.json?x=${long()}` },
    'no such endpoint': { requests: 9_000, statuses: [404], target: () => `/api/${long()}` },
    'no such record': { requests: 1_000, statuses: [404], target: () => `/api/v1/missions/${randomUUID()}?${long()}` },
    'a malformed record': { requests: 6_000, statuses: [404], target: () => `/api/v1/missions/${long()}` },
    'a file of the build': { requests: 1_500, statuses: [200], target: () => `${script}?${long()}`, headers: packed },
    'no such file': { requests: 7_000, statuses: [404], target: () => `/_next/static/${long()}` },
    'the image optimiser': { requests: 8_000, statuses: [404], target: () => `/_next/image?url=/${long()}` },
    'a file of our own': { requests: 600, statuses: [200], target: () => `/document.js?${long()}` },
    'the home page': { requests: 600, statuses: [200], target: () => `/?${long()}` },
    'a page of the documentation': { requests: 600, statuses: [200], target: () => `/docs?${long()}` },
    'the data of a page': {
      requests: 600,
      statuses: [200, 307],
      target: () => `/?_rsc=${long()}`,
      headers: { rsc: '1' },
    },
  }
}

/** Kinds that have an answer of their own for each request, or take too long for thousands of them. */
const OTHER_KINDS: Record<string, Kind> = {
  'a page that is never kept': { requests: 30, statuses: [200], target: () => `/review?${long()}` },
  'a feed': { requests: 100, statuses: [200], target: () => `/challenges/feed.xml?${long()}` },
  'the sitemap': { requests: 100, statuses: [200], target: () => `/sitemap.xml?${long()}` },
  'the picture': { requests: 100, statuses: [200], target: () => `/picture.png?${long()}` },
  'a wallet’s ledger': {
    requests: 500,
    statuses: [200],
    target: () => `/api/v1/rewards/wallet/0x${hex(40)}?${long()}`,
  },
  'a search': { requests: 500, statuses: [200], target: () => `/api/v1/missions?q=${hex(100)}&${long()}` },
  'a searched page': { requests: 30, statuses: [200], target: () => `/challenges?q=${hex(40)}&${long()}` },
  'no such page': { requests: 600, statuses: [404], target: () => `/${long()}` },
  'a page with a malformed id': { requests: 50, statuses: [404], target: () => `/challenges/${long()}` },
  'a page with a made-up id': { requests: 50, statuses: [404], target: () => `/missions/${randomUUID()}?${long()}` },
  'a wallet’s page': { requests: 30, statuses: [200, 308], target: () => `/wallets/0x${hex(40)}?${long()}` },
  'no such picture': {
    requests: 100,
    statuses: [404],
    target: () => `/challenges/${randomUUID()}/picture.png?${long()}`,
  },
}

test('hostile targets by the thousand make the process keep nothing that grows', { timeout: 1_800_000 }, async () => {
  const same = sameAnswers(await scriptPath())
  const all = { ...same, ...OTHER_KINDS }
  const sent = Object.values(all).reduce((sum, { requests }) => sum + shareOf(requests), 0)
  expect(sent).toBeGreaterThan(effort({ usual: 10_000, long: 50_000 }))
  for (const kind of Object.values(all)) await flood(kind, WARM_UP)
  const start = await service.heapBytes()
  const growth: Record<string, number> = {}
  let before = start
  const send = async (name: string, kinds: readonly Kind[]) => {
    for (const kind of kinds) await flood(kind, shareOf(kind.requests))
    const after = await service.heapBytes()
    growth[name] = (after - before) / MB
    before = after
  }
  for (const [name, kind] of Object.entries(same)) await send(name, [kind])
  // Of these only the sum is judged, and to ask for memory takes as long as most of them.
  await send('all others', Object.values(OTHER_KINDS))
  for (const name of Object.keys(same)) expect(growth[name], name).toBeLessThan(NOISE_BYTES / MB)
  expect(before - start, JSON.stringify(growth)).toBeLessThan(ALL_BYTES)
})
