import { afterAll, beforeAll, expect, test } from 'vitest'
import { normaliseAddress } from '@/lib/address'
import { createHttpServer, type HttpServer } from '@/server/http/server'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor } from '@/tests/support/client'
import { createHold } from '@/tests/support/hold'
import { request } from '@/tests/support/request'
import { claimedMission, created, dayFromNow, draftChallenge, openChallenge, seedMission } from '@/tests/support/story'
import { freePort, openWorld, type World } from '@/tests/support/world'

// A page that is rendered while its content changes. In Next's place a handler reads the lists of the page when the test says so.

let world: World
let front: HttpServer
let base: string
let reading = createHold()
let ending = createHold()
let asked = 0
let read = 0

beforeAll(async () => {
  world = await openWorld()
  const { handle } = await import('@/lib/api/handle')
  const { missionsBody } = await import('@/lib/missions/queries')
  const { challengesBody } = await import('@/lib/challenges/queries')
  const { ON_HOME, ON_WALLET_PAGE } = await import('@/lib/pages/page-version')
  const listsOf = (path = '') => {
    const wallet = normaliseAddress(path.slice('/wallets/'.length))
    if (wallet) return [missionsBody({ ...ON_WALLET_PAGE, contributed: wallet })]
    return path === '/'
      ? [challengesBody(ON_HOME.challenges), missionsBody(ON_HOME.missions)]
      : [missionsBody({ limit: 20 })]
  }
  front = createHttpServer({
    handle,
    async pages({ url }, response) {
      asked += 1
      await reading.held
      const lists = await Promise.all(listsOf(url))
      read += 1
      await ending.held
      response.setHeader('content-type', 'text/html')
      response.end(lists.join('\n'))
    },
  })
  base = `http://127.0.0.1:${await freePort()}`
  await front.listen(Number(new URL(base).port), ['127.0.0.1'])
})
afterAll(async () => {
  await front.drain(10)
  await world.close()
})

const ask = (path = '/missions') => request(base, { method: 'GET', path, headers: { accept: 'text/plain' } })

test.each(['once it is made', 'while it is made'])(
  'a record that was shown for the time of a rendering alone is not shown again once it is hidden again, %s',
  async (when) => {
    reading = createHold()
    ending = createHold()
    const [askedBefore, readBefore] = [asked, read]
    const admin = await world.admin()
    const owner = await world.wallet()
    const { id } = await seedMission(owner, { title: 'Where a stranger lives' })
    await done(hide(admin, 'mission', id))
    // A list that nobody has read.
    await seedMission(owner)
    const answer = ask()
    await expect.poll(() => asked).toBe(askedBefore + 1)
    await done(restore(admin, 'mission', id))
    reading.release()
    await expect.poll(() => read).toBe(readBefore + 1)
    if (when === 'while it is made') await done(hide(admin, 'mission', id))
    ending.release()
    const { text, headers } = await answer
    expect(text).toContain('Where a stranger lives')
    expect(headers['cache-status']).toBe('trellis; fwd=miss')
    if (when === 'once it is made') await done(hide(admin, 'mission', id))
    expect((await ask()).text).not.toContain('Where a stranger lives')
  },
)

/** A record that comes into a list of a page, and leaves it. */
interface Visit {
  readonly path: string
  readonly comes: () => Promise<unknown>
  readonly leaves: () => Promise<unknown>
}

const TITLE = 'Here for a moment'

const visits: readonly (readonly [string, (owner: Actor, worker: Actor) => Promise<Visit>])[] = [
  [
    'a mission that is released and claimed again: the home page',
    async (owner, worker) => {
      const { id } = await claimedMission(owner, worker, { title: TITLE })
      const comes = () => created(worker.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' }))
      return { path: '/', comes, leaves: () => created(worker.post(`/api/v1/missions/${id}/claim`)) }
    },
  ],
  [
    'a mission that is created and claimed: the home page',
    async (owner, worker) => {
      let id = ''
      const comes = async () => {
        id = (await seedMission(owner, { title: TITLE })).id
      }
      return { path: '/', comes, leaves: () => created(worker.post(`/api/v1/missions/${id}/claim`)) }
    },
  ],
  [
    'a challenge that is opened and cancelled: the home page',
    async (owner) => {
      let id = ''
      const comes = async () => {
        id = (await openChallenge(owner, { title: TITLE })).id
      }
      return {
        path: '/',
        comes,
        leaves: () => created(owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'No.' })),
      }
    },
  ],
  [
    'an old draft that is opened and cancelled: the home page',
    async (owner) => {
      const { id } = await draftChallenge(owner, { title: TITLE })
      const at = `/api/v1/challenges/${id}`
      const link = (side: string) =>
        created(owner.post(`${at}/submissions`, { side, url: `https://example.org/${side}` }))
      await link('A')
      for (let newer = 0; newer < 5; newer += 1) {
        const other = await draftChallenge(owner)
        await created(owner.post(`/api/v1/challenges/${other.id}/cancel`, { reason: 'No.' }))
      }
      const leaves = () => created(owner.post(`${at}/cancel`, { reason: 'No.' }))
      return { path: '/', comes: () => link('B'), leaves }
    },
  ],
  [
    'an older mission whose deadline is moved, and that is claimed: the home page',
    async (owner, worker) => {
      const { id } = await seedMission(owner, { title: TITLE })
      for (let newer = 0; newer < 5; newer += 1) {
        const other = await seedMission(owner)
        await created(worker.post(`/api/v1/missions/${other.id}/claim`))
      }
      const move = (deadline: string) =>
        world.sql.query('UPDATE "Mission" SET deadline = $2::date WHERE id = $1', [id, deadline])
      await move('2020-01-01')
      const leaves = () => created(worker.post(`/api/v1/missions/${id}/claim`))
      return { path: '/', comes: () => move(dayFromNow(60)), leaves }
    },
  ],
  [
    'a mission that is claimed and released: the page of a wallet',
    async (owner, worker) => {
      const { id } = await seedMission(owner, { title: TITLE })
      const leaves = () => created(worker.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' }))
      const comes = () => created(worker.post(`/api/v1/missions/${id}/claim`))
      return { path: `/wallets/${worker.address}`, comes, leaves }
    },
  ],
]

test.each(visits)('what was in a list for the time of a rendering alone is not shown again: %s', async (_, make) => {
  reading = createHold()
  ending = createHold()
  const [askedBefore, readBefore] = [asked, read]
  const owner = await world.wallet()
  const { path, comes, leaves } = await make(owner, await world.wallet())
  // A list that nobody has read.
  await seedMission(owner)
  const answer = ask(path)
  await expect.poll(() => asked).toBe(askedBefore + 1)
  await comes()
  reading.release()
  await expect.poll(() => read).toBe(readBefore + 1)
  await leaves()
  ending.release()
  const texts = [(await answer).text, (await ask(path)).text]
  expect(texts.map((text) => text.includes(TITLE))).toEqual([true, false])
})

test('a page whose content stays is rendered once', async () => {
  const before = asked
  await seedMission(await world.wallet())
  const answers = [await ask(), await ask()]
  expect(answers[0]?.text).toBe(answers[1]?.text)
  expect(answers.map(({ headers }) => headers['cache-status'])).toEqual(['trellis; fwd=miss; stored', 'trellis; hit'])
  expect(asked - before).toBe(1)
})
