import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer, type HttpServer } from '@/server/http/server'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { createHold } from '@/tests/support/hold'
import { request } from '@/tests/support/request'
import { seedMission } from '@/tests/support/story'
import { freePort, openWorld, type World } from '@/tests/support/world'

// A page that is rendered while its content changes. In Next's place a handler reads the list of missions when the test says so.

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
  front = createHttpServer({
    handle,
    async pages(_, response) {
      asked += 1
      await reading.held
      const list = await missionsBody({ limit: 20 })
      read += 1
      await ending.held
      response.setHeader('content-type', 'text/html')
      response.end(list)
    },
  })
  base = `http://127.0.0.1:${await freePort()}`
  await front.listen(Number(new URL(base).port), ['127.0.0.1'])
})
afterAll(async () => {
  await front.drain(10)
  await world.close()
})

const ask = () => request(base, { method: 'GET', path: '/missions', headers: { accept: 'text/plain' } })

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

test('a page whose content stays is rendered once', async () => {
  const before = asked
  await seedMission(await world.wallet())
  const answers = [await ask(), await ask()]
  expect(answers[0]?.text).toBe(answers[1]?.text)
  expect(answers.map(({ headers }) => headers['cache-status'])).toEqual(['trellis; fwd=miss; stored', 'trellis; hit'])
  expect(asked - before).toBe(1)
})
