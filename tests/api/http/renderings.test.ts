import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHttpServer, type HttpServer } from '@/server/http/server'
import { request } from '@/tests/support/request'
import { openWire } from '@/tests/support/wire'
import { freePort, openWorld, type World } from '@/tests/support/world'

// How many pages are rendered at once; a handler in Next's place answers when the test says so.

let world: World
let front: HttpServer
let base: string
/** What Next was asked, in this order. */
let seen: string[]
/** What lets Next answer, in the same order. */
let held: (() => void)[]
/** Whether Next waits for that. */
let isHolding: boolean

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const { handle } = await import('@/lib/api/handle')
  seen = []
  held = []
  isHolding = true
  front = createHttpServer({
    handle,
    // So that a request can tell of another network than its connection's.
    trustedHops: 1,
    pages(incoming, response) {
      seen.push(incoming.url ?? '')
      return new Promise((resolve) => {
        const answer = () => {
          // Next sends nothing to who has gone, and ends.
          response.once('close', resolve)
          if (response.closed) return resolve()
          response.setHeader('content-type', /\/[a-z]+\.[a-z]+$/.test(incoming.url ?? '') ? 'image/png' : 'text/html')
          response.end(`<p>${incoming.url}</p>`)
        }
        held.push(answer)
        if (!isHolding) answer()
      })
    },
  })
  base = `http://127.0.0.1:${await freePort()}`
  await front.listen(Number(new URL(base).port), ['127.0.0.1'])
  // However slow this machine is, no rendering holds its place for too long.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  isHolding = false
  for (const answer of held) answer()
  await front.drain(10)
})

/** @param from by default the network of the connection, which is its own for each thirty. */
const ask = (path: string, nth = 0, from?: string) =>
  request(base, {
    method: 'GET',
    path,
    headers: { accept: 'text/plain', ...(from ? { 'x-forwarded-for': from } : {}) },
    from: `127.0.1.${1 + Math.floor(nth / 30)}`,
  })
const untilAsked = (count: number) => expect.poll(() => seen.length).toBe(count)
/** What is sent later over other connections is answered after everything before was read. */
const settle = () => ask('/api/health')

/** Asks for a page and leaves, once Next was asked or at once. */
async function askAndLeave(path: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const wire = await openWire(base)
  wire.send(`GET ${path} HTTP/1.1\r\nHost: ${new URL(base).host}\r\n\r\n`)
  await meanwhile()
  wire.destroy()
  await settle()
}

const letters = [...'abcdefghijklmnopqrst']
const SHARED = letters.map((letter) => `/docs/page-${letter}`)

describe.each([
  ['pages that are shared', SHARED],
  ['pages that are for one request only', letters.map((letter) => `/missions?title=${letter}`)],
  ['pages of records that there are not', letters.map((letter) => `/challenges/${letter}`)],
])('%s', (_, paths) => {
  test('are rendered eight at a time, in the order in which they were asked for', async () => {
    const answers = paths.map((path) => ask(path))
    await untilAsked(8)
    for (let done = 1; done <= paths.length; done += 1) {
      await settle()
      expect(seen).toHaveLength(Math.min(done + 7, paths.length))
      held[done - 1]?.()
      await untilAsked(Math.min(done + 8, paths.length))
    }
    const texts = (await Promise.all(answers)).map(({ text }) => text)
    expect(texts).toEqual(paths.map((path) => `<p>${path}</p>`))
    expect(new Set(seen)).toEqual(new Set(paths))
  })

  test('are rendered for one network after the other, however many one of them asks for', async () => {
    const loud = paths.slice(0, 18).map((path) => ask(path))
    await untilAsked(8)
    await settle()
    const others = [ask(paths[18] ?? '', 0, '203.0.113.7'), ask(paths[19] ?? '', 0, '2001:db8::7')]
    await settle()
    for (const answer of held.slice(0, 3)) answer()
    await untilAsked(11)
    expect(seen).toEqual(expect.arrayContaining(paths.slice(18)))
    isHolding = false
    for (const answer of held) answer()
    await Promise.all([...loud, ...others])
  })

  test('keep their place while Next is at work for who has gone', async () => {
    for (const [nth, path] of paths.slice(0, 8).entries()) await askAndLeave(path, () => untilAsked(nth + 1))
    const last = ask(paths[8] ?? '')
    await settle()
    expect(seen).toHaveLength(8)
    held[3]?.()
    await untilAsked(9)
    held[8]?.()
    expect((await last).text).toBe(`<p>${paths[8]}</p>`)
  })

  test('are not rendered for who has gone meanwhile', async () => {
    const first = paths.slice(0, 8).map((path) => ask(path))
    await untilAsked(8)
    await askAndLeave(paths[8] ?? '', settle)
    const last = ask(paths[9] ?? '')
    await settle()
    for (const answer of held) answer()
    await Promise.all(first)
    await untilAsked(9)
    held[8]?.()
    expect((await last).text).toBe(`<p>${paths[9]}</p>`)
    expect(seen).not.toContain(paths[8])
  })
})

test('who has gone while waiting makes nobody fail who waits for the same page', async () => {
  const first = SHARED.slice(0, 8).map((path) => ask(path))
  await untilAsked(8)
  let other: ReturnType<typeof ask> | undefined
  await askAndLeave(SHARED[8] ?? '', async () => {
    await settle()
    other = ask(SHARED[8] ?? '')
    await settle()
  })
  for (const answer of held) answer()
  await Promise.all(first)
  await untilAsked(9)
  held[8]?.()
  expect((await other)?.text).toBe(`<p>${SHARED[8]}</p>`)
})

test('a page that another network needs as well is rendered when it is the turn of either', async () => {
  const loud = SHARED.slice(0, 18).map((path) => ask(path))
  await untilAsked(8)
  await settle()
  const other = ask(SHARED[17] ?? '', 0, '203.0.113.7')
  await settle()
  for (const answer of held.slice(0, 2)) answer()
  await untilAsked(10)
  expect(seen[9]).toBe(SHARED[17])
  isHolding = false
  for (const answer of held) answer()
  await Promise.all([...loud, other])
  expect(seen).toHaveLength(18)
})

test.each([
  ['before', 8],
  ['while', 0],
])('who has gone %s a page was rendered leaves it to one of those who wait for it, not to each', async (_, busy) => {
  const first = SHARED.slice(0, busy).map((path) => ask(path))
  await untilAsked(busy)
  let others: ReturnType<typeof ask>[] = []
  await askAndLeave(SHARED[8] ?? '', async () => {
    await (busy > 0 ? settle() : untilAsked(1))
    others = [ask(SHARED[8] ?? ''), ask(SHARED[8] ?? ''), ask(SHARED[8] ?? '')]
    await settle()
  })
  for (const answer of held) answer()
  await Promise.all(first)
  await untilAsked(busy === 0 ? 2 : 9)
  await settle()
  expect(seen).toHaveLength(busy === 0 ? 2 : 9)
  held.at(-1)?.()
  const texts = (await Promise.all(others)).map(({ text }) => text)
  expect(texts).toEqual(others.map(() => `<p>${SHARED[8]}</p>`))
})

test('files and pages from the cache wait for no rendering', async () => {
  const known = ask(SHARED[8] ?? '')
  await untilAsked(1)
  held[0]?.()
  await known
  const renderings = SHARED.slice(0, 8).map((path) => ask(path))
  await untilAsked(9)
  expect((await ask(SHARED[8] ?? '')).headers['cache-status']).toBe('trellis; hit')
  const files = ['/document.js', '/picture.png'].map((path) => ask(path))
  await untilAsked(11)
  for (const answer of held) answer()
  await Promise.all([...renderings, ...files])
})

test('a body that is sent while it is read keeps no page waiting', async () => {
  // A stranger to the list of files: its body turns out to be none of a page.
  const files = letters.slice(0, 8).map((letter) => ask(`/missions/${letter}/deadlines.png`))
  await untilAsked(8)
  const page = ask(SHARED[0] ?? '')
  await settle()
  expect(seen).toHaveLength(8)
  held[0]?.()
  await untilAsked(9)
  for (const answer of held) answer()
  await Promise.all([page, ...files])
})

test('of more requests than 512 that wait, each is told to come again, and Next never hears of it', async () => {
  const answers = Array.from({ length: 8 + 512 + 1 }, (_, nth) => ask(`/missions?title=${nth}`, nth))
  const { status, headers, text } = await Promise.race(answers)
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'no-store'])
  expect(text).toContain('Please try again')
  expect(seen).toHaveLength(8)
  isHolding = false
  for (const answer of held) answer()
  const statuses = (await Promise.all(answers)).map((answer) => answer.status)
  expect([statuses.filter((each) => each === 200).length, seen.length]).toEqual([520, 520])
})

test('where 512 wait, one of a network with fewer takes the place of one of the network with most', async () => {
  const paths = Array.from({ length: 8 + 512 + 1 }, (_, nth) => `/missions?title=${nth}`)
  const loud = paths.map((path, nth) => ask(path, nth, '203.0.113.7'))
  // One is told to come again: so many wait.
  expect((await Promise.race(loud)).status).toBe(503)
  const other = ask('/missions?title=other', 0, '203.0.113.8')
  await settle()
  isHolding = false
  for (const answer of held) answer()
  expect((await other).status).toBe(200)
  const statuses = (await Promise.all(loud)).map((answer) => answer.status)
  expect(statuses.filter((each) => each === 503)).toHaveLength(2)
})
