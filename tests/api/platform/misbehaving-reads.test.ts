import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISCUSSION_RELINKS_MAX } from '@/lib/contract/limits'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  answerJson,
  type Behaviour,
  type MisbehavingPlatform,
  nodeOf,
  openMisbehavingPlatform,
  threadOf,
} from '@/tests/support/misbehaving-platform'
import { communitySettings, runSchedule } from '@/tests/support/platform-world'
import { keyPair } from '@/tests/support/sandbox'
import { openSession } from '@/tests/support/session'
import { draftChallenge } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'

// Whatever the platform does: an end, bounded memory, a clear 503 or an import that says what it left, and nothing that
// was known before is lost or doubled.

const MEGABYTE = 1024 * 1024
/** How many calls of the platform may wait for it at once. */
const CALLS_AT_ONCE = 16

let platform: MisbehavingPlatform
let elsewhere: MisbehavingPlatform
let world: World
/** What each thread does when it is asked for, by the post's id. */
const threads = new Map<string, Behaviour>()
let nextPost = 100_000

beforeAll(async () => {
  ;[platform, elsewhere] = await Promise.all([openMisbehavingPlatform(), openMisbehavingPlatform()])
  elsewhere.behave(answerJson(threadOf([nodeOf(2)])))
  platform.behave((request, response) => {
    const url = new URL(request.url ?? '/', platform.base)
    const behaviour = threads.get(url.searchParams.get('post') ?? url.pathname)
    if (behaviour) behaviour(request, response)
    else answerJson('{"ok":false,"error":"nothing"}', 404)(request, response)
  })
  const own = { museId: 'muse_own', name: 'Trellis', ...keyPair() }
  world = await openWorld({ environment: communitySettings(platform.base, own, 'on') })
})
afterAll(async () => {
  await world.close()
  await Promise.all([platform.close(), elsewhere.close()])
})

/** The thread that is asked for, with such replies. @param ok what the answer says of itself. */
const answerThread =
  (replies: readonly unknown[], channel?: string, ok = true): Behaviour =>
  (request, response) => {
    const post = new URL(request.url ?? '/', platform.base).searchParams.get('post')
    const thread = threadOf(replies, channel, Number(post))
    answerJson(ok ? thread : thread.replace('"ok":true', '"ok":false'))(request, response)
  }

const historyOf = async (id: string): Promise<Json[]> =>
  (await world.get(`/api/v1/challenges/${id}`)).body.challenge.history

interface Scene {
  readonly owner: Actor
  readonly id: string
  readonly post: string
  sync(): ReturnType<Actor['post']>
  discussion(): Promise<Json>
}

/** A challenge that is linked to a thread of its own, with one proposal from better times. */
async function scene(): Promise<Scene> {
  const owner = await openSession(world.base, world.sql)
  const { id } = await draftChallenge(owner)
  const post = String(nextPost++)
  const at = `/api/v1/challenges/${id}/musebook`
  await owner.post(at, { channel: 'lobby', originPostUrl: `${platform.base}/p/${post}` })
  threads.set(post, answerThread([nodeOf(2, { text: 'From better times.' })]))
  const sync = () => owner.post(`${at}/sync`)
  expect((await sync()).body.proposals).toHaveLength(1)
  return { owner, id, post, sync, discussion: async () => (await world.get(at)).body }
}

/** Syncs while the thread behaves like this, and holds that it is 503, given up, and that nothing changed. */
async function expectUnavailable(behaviour: Behaviour): Promise<void> {
  const { id, post, sync, discussion } = await scene()
  const before = [await discussion(), (await world.get(`/api/v1/challenges/${id}`)).body]
  threads.set(post, behaviour)
  expectRefused(await sync(), 503)
  expect([await discussion(), (await world.get(`/api/v1/challenges/${id}`)).body]).toEqual(before)
}

const write = (response: ServerResponse, piece: string | Buffer) => !response.destroyed && response.write(piece)

/** Writes forever, a piece at a time. @returns how many bytes were taken. */
function endless(piece: string, everyMs: number): { behaviour: Behaviour; written: () => number } {
  let written = 0
  return {
    written: () => written,
    behaviour: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => {
        if (write(response, piece)) written += piece.length
      }, everyMs)
      response.on('close', () => clearInterval(timer))
    },
  }
}

const redirect =
  (location: string, status = 302): Behaviour =>
  (_request, response) => {
    response.writeHead(status, { location })
    response.end()
  }

describe('a clear 503, and nothing is lost', () => {
  const raw =
    (bytes: string): Behaviour =>
    (request) => {
      request.socket.end(bytes)
    }
  const thread = threadOf([nodeOf(2), nodeOf(3)])

  test.each<[string, Behaviour]>([
    ['HTML', answerJson('<!doctype html><title>Maintenance</title>')],
    ['nothing', answerJson('')],
    ['a JSON text that is cut', answerJson(thread.slice(0, -20))],
    ['null', answerJson('null')],
    ['a list', answerJson('[]')],
    ['an object of another kind', answerJson('{"ok":true}')],
    ['another thread', answerJson(thread)],
    ['a thread without a post', answerJson('{"root_id":100000,"channel":"lobby","thread":null}')],
    ['an error that holds the thread', answerThread([nodeOf(3)], 'lobby', false)],
    ['an error with status 200', answerJson('{"ok":false,"error":"no"}')],
    ['bytes that are no UTF-8', (_request, response) => response.end(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['500', answerJson('{"ok":false,"error":"always"}', 500)],
    ['a page with 502', answerJson('<h1>Bad gateway</h1>', 502)],
    ['429', answerJson('{"ok":false,"error":"slow down"}', 429)],
    ['204', (_request, response) => response.writeHead(204).end()],
    ['no HTTP at all', raw('SSH-2.0-OpenSSH_9.6\r\n')],
    ['an end of the connection', (request) => request.socket.destroy()],
    ['half a body', raw('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"ok":')],
    ['another protocol', raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')],
    ['headers without an end', raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`)],
    [
      'a compressed body',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.alloc(100)),
    ],
    ['an announced body of gigabytes', raw('HTTP/1.1 200 OK\r\ncontent-length: 9999999999\r\n\r\n{')],
    ['a body just over a megabyte', answerJson(JSON.stringify({ pad: 'x'.repeat(MEGABYTE) }))],
  ])('for %s', (_what, behaviour) => expectUnavailable(behaviour))

  test.each([
    ['120', '120'],
    ['1', '30'],
    ['999999999', '3600'],
    ['-5', '30'],
    ['Wed, 21 Oct 2037 07:28:00 GMT', '30'],
  ])('for as long as a platform that is asked too much says: %s', async (written, told) => {
    const { post, sync } = await scene()
    threads.set(post, (_request, response) => response.writeHead(429, { 'retry-after': written }).end())
    const reply = await sync()
    expectRefused(reply, 503)
    expect(reply.headers.get('retry-after')).toBe(told)
  })

  test.each([
    [500, 'answers this with an error: it cannot be read.'],
    [400, 'answers this with an error: it cannot be read.'],
    [200, 'The answer of the community platform cannot be read.'],
    [429, 'at the moment'],
    [502, 'at the moment'],
    [503, 'at the moment'],
  ])('that says whether another try may help: %i', async (status, words) => {
    const { post, sync } = await scene()
    threads.set(post, answerJson('<h1>Sorry</h1>', status))
    const { body } = await sync()
    expect(body.error.message).toContain(words)
    expect(body.error.message).toContain('Nothing was changed.')
  })

  test('for a platform that is not there, and it works again when it is back', async () => {
    const { sync, post } = await scene()
    await platform.leave()
    expectRefused(await sync(), 503)
    await platform.comeBack()
    threads.set(post, answerThread([nodeOf(2), nodeOf(3)]))
    expect((await sync()).body.proposals).toHaveLength(2)
  })

  test('for redirects that lead away, which nobody follows', async () => {
    const port = new URL(elsewhere.base).port
    const away = [
      `${elsewhere.base}/api/thread.json?post=1`,
      `//127.0.0.1:${port}/x`,
      `http://localhost:${port}/x`,
      `http://169.254.169.254/latest/meta-data`,
      'file:///etc/passwd',
      'https://127.0.0.1/',
      'http://[',
      '',
    ]
    await Promise.all(away.map((location) => expectUnavailable(redirect(location))))
    expect(elsewhere.asked()).toBe(0)
  })

  test('for redirects in a circle, after a few', async () => {
    const before = platform.asked()
    threads.set('/round', redirect('/round'))
    await expectUnavailable(redirect('/round'))
    expect(platform.asked() - before).toBeLessThanOrEqual(6)
  })

  test('for answers that never come or never end, which are given up, and in a megabyte', async () => {
    const dripping = endless(' ', 50)
    const flood = endless('x'.repeat(64 * 1024), 1)
    const drippingHead: Behaviour = (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => request.socket.write('x-drip: y\r\n'), 200)
      request.socket.on('close', () => clearInterval(timer))
    }
    await Promise.all([
      expectUnavailable(() => undefined),
      expectUnavailable(dripping.behaviour),
      expectUnavailable(drippingHead),
      expectUnavailable(flood.behaviour),
    ])
    await expect.poll(() => platform.waiting(), { message: 'what was asked goes on' }).toBe(0)
    expect(flood.written()).toBeLessThan(8 * MEGABYTE)
  })
})

describe('an import that says what it left', () => {
  /** Replies in as few bytes as a post takes. */
  const compact = (id: number, replies = '') =>
    `{"id":${id},"text":"x","muse_id":"anon:a${id}","created_at":"2026-09-01 12:00:00","replies":[${replies}]}`
  const compactThread = (root: string, replies: string) =>
    `{"root_id":${root},"channel":"lobby","thread":{"id":${root},"muse_id":"muse_root","created_at":"2026-09-01 12:00:00","replies":[${replies}]}}`

  function deep(depth: number): string {
    const open = Array.from({ length: depth }, (_, place) => compact(place + 3).slice(0, -2))
    return open.join('') + ']}'.repeat(depth)
  }

  test('from 10,000 replies', async () => {
    const { post, sync } = await scene()
    threads.set(post, answerJson(compactThread(post, Array.from({ length: 10_000 }, (_, n) => compact(n + 3)).join())))
    const { body, status } = await sync()
    expect([status, body.proposals.length]).toEqual([201, 50])
    expect(body.proposals[0].text).toBe('From better times.')
    expect(body.link.lastSync).toMatchObject({
      status: 'partial',
      imported: 49,
      message: '9951 replies were left out: a challenge takes at most 50 proposals.',
    })
  })

  test('from a tree of 10,000 levels', async () => {
    const { post, sync } = await scene()
    threads.set(post, answerJson(compactThread(post, deep(10_000))))
    const { body, status } = await sync()
    expect([status, body.proposals.length]).toEqual([201, 50])
    expect(body.link.lastSync.message).toMatch(/^9951 replies were left out/)
  })

  test('from more replies than are looked at', async () => {
    const { post, sync } = await scene()
    threads.set(
      post,
      answerJson(compactThread(post, Array.from({ length: 30_000 }, (_, n) => `{"id":${n + 3}}`).join())),
    )
    const { lastSync } = (await sync()).body.link
    expect(lastSync).toMatchObject({ status: 'partial', imported: 0 })
    expect(lastSync.message).toMatch(/left out as unreadable.*The thread is larger than what is read at once\.$/)
  })

  test('from replies that repeat, and that name each other as parents', async () => {
    const { post, sync } = await scene()
    const replies = [
      nodeOf(2, { text: 'Changed since.', parent_post_id: 3 }),
      nodeOf(3, { parent_post_id: 2, replies: [nodeOf(3, { text: 'again' }), nodeOf(Number(post)), nodeOf(2)] }),
      nodeOf(3, { muse_id: 'muse_thief' }),
    ]
    threads.set(post, answerThread(replies))
    const { proposals } = (await sync()).body
    expect(proposals.map((proposal: Json) => proposal.postId)).toEqual(['2', '3'])
    expect(proposals[0].text).toBe('From better times.')
    threads.set(post, answerThread(replies.reverse()))
    expect((await sync()).body.proposals).toEqual(proposals)
  })

  test('from replies with everything wrong with them', async () => {
    const { post, sync } = await scene()
    const replies = [
      nodeOf(10, { text: 'a\u0000b\ud800', name: `<b>${'n'.repeat(500)}\u0007` }),
      nodeOf(11, { text: 'x'.repeat(9_000), muse_id: 'anon:ünïcode', created_at: '2026-09-01T12:00:00Z' }),
      nodeOf(12, { text: null, name: 42 }),
      nodeOf(13, { muse_id: 'muse_own' }),
      nodeOf(14, { muse_id: { toString: 'x' } }),
      null,
      'text',
      nodeOf(15, { created_at: 'never' }),
      { ...nodeOf(16), __proto__: null, constructor: { prototype: { polluted: true } } },
    ]
    threads.set(post, answerThread(replies))
    const { body, status, text } = await sync()
    expect(status, text).toBe(201)
    expect(body.proposals.map((proposal: Json) => [proposal.postId, proposal.museId])).toEqual([
      ['2', 'muse_author2'],
      ['10', 'muse_author10'],
      ['11', 'anon:ünïcode'],
      ['16', 'muse_author16'],
    ])
    expect(body.proposals[1].text).toBe('ab\ufffd')
    expect([...body.proposals[1].authorName]).toHaveLength(80)
    expect([...body.proposals[2].text]).toHaveLength(4000)
    expect(body.link.lastSync).toMatchObject({ status: 'partial', message: '5 replies were left out as unreadable.' })
  })

  test('after a redirect on the platform itself', async () => {
    const { post, sync } = await scene()
    threads.set('/moved', answerJson(threadOf([nodeOf(30)], 'lobby', Number(post))))
    threads.set(post, redirect('/moved', 301))
    expect((await sync()).body.proposals).toHaveLength(2)
  })
})

describe('while the platform lets the service wait', () => {
  test('no transaction, no lock and no connection of the database is held', async () => {
    const scenes = await Promise.all(Array.from({ length: 12 }, () => scene()))
    for (const { post } of scenes) threads.set(post, () => undefined)
    const waiting = scenes.map(({ sync }) => sync())
    await until(() => platform.waiting() === scenes.length, 'every call waits for the platform')
    const { rows } = await world.sql.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    )
    expect(rows).toEqual([{ open: 0 }])
    // A lock that a waiting call held would be waited for, and then told 503.
    for (const { owner, id } of scenes) {
      expect((await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Meanwhile.' })).status).toBe(201)
    }
    for (const reply of await Promise.all(waiting)) expectRefused(reply, 503)
  })

  test('one call too many is told so at once', async () => {
    const scenes = await Promise.all(Array.from({ length: 20 }, () => scene()))
    const asked: string[] = []
    for (const { post } of scenes) threads.set(post, () => void asked.push(post))
    const answered: string[] = []
    const syncs = scenes.map(async ({ post, sync }) => {
      expectRefused(await sync(), 503)
      answered.push(post)
    })
    await Promise.all(syncs)
    // Whoever was not let through was answered before all who waited in vain.
    expect(asked).toHaveLength(CALLS_AT_ONCE)
    expect(answered.slice(scenes.length - CALLS_AT_ONCE).sort()).toEqual([...asked].sort())
  })

  test('a record that moved meanwhile is told so, and nothing is imported', async () => {
    const { post, sync, owner, id, discussion } = await scene()
    let release: () => void = () => undefined
    threads.set(post, (request, response) => {
      release = () => answerThread([nodeOf(40)])(request, response)
    })
    const waiting = sync()
    await until(() => platform.waiting() > 0, 'the platform is asked')
    await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Meanwhile.' })
    release()
    expectRefused(await waiting, 409)
    expect((await discussion()).proposals).toHaveLength(1)
  })

  test('who signed out everywhere meanwhile is told so, and nothing is imported', async () => {
    const { post, sync, owner, id } = await scene()
    let release: () => void = () => undefined
    threads.set(post, (request, response) => {
      release = () => answerThread([nodeOf(40)])(request, response)
    })
    const before = await historyOf(id)
    const waiting = sync()
    await until(() => platform.waiting() > 0, 'the platform is asked')
    expect((await owner.post('/api/v1/sessions/revoke-all')).status).toBe(201)
    release()
    expectRefused(await waiting, 401)
    expect((await world.get(`/api/v1/challenges/${id}/musebook`)).body.proposals).toHaveLength(1)
    expect(await historyOf(id)).toEqual(before)
  })

  test('the schedule imports nothing into a challenge that ended meanwhile', async () => {
    const { post, owner, id, discussion } = await scene()
    await world.sql.query(`UPDATE "PlatformThread" SET "triedAt" = '2001-01-01' WHERE "challengeId" = $1`, [id])
    let release: () => void = () => undefined
    threads.set(post, (request, response) => {
      release = () => answerThread([nodeOf(40)])(request, response)
    })
    const round = runSchedule(world)
    await until(() => platform.waiting() > 0, 'the platform is asked')
    await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Meanwhile.' })
    release()
    await round
    expect((await discussion()).proposals).toHaveLength(1)
    expect((await historyOf(id)).at(-1)?.['kind']).toBe('challenge-cancelled')
  })
})

describe('the channel that the platform names', () => {
  const linksOf = async (id: string) => (await historyOf(id)).filter(({ kind }) => kind === 'discussion-linked')

  test('is followed on record as often as an owner may link a discussion', async () => {
    const { id, post, sync } = await scene()
    for (let round = 0; round < DISCUSSION_RELINKS_MAX + 3; round++) {
      threads.set(post, answerThread([nodeOf(2)], `board${round}`))
      expect((await sync()).status).toBe(201)
    }
    expect(await linksOf(id)).toHaveLength(DISCUSSION_RELINKS_MAX + 1)
  })

  test.each(['', '\u202eybbol', 'two\nlines', '[erased: by law]', 'x'.repeat(500)])(
    '%j is none that a link could name, and changes nothing',
    async (channel) => {
      const { id, post, sync } = await scene()
      threads.set(post, answerThread([nodeOf(2), nodeOf(3)], channel))
      const { body } = await sync()
      expect(body.link).toMatchObject({ channel: 'lobby', threadUrl: `${platform.base}/board/lobby/${post}` })
      expect(body.proposals).toHaveLength(2)
      expect(await linksOf(id)).toHaveLength(1)
      if (channel === '') expect(body.proposals[1].url).toBe(`${platform.base}/board/lobby/3`)
    },
  )
})
