import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeptFiles } from '@/lib/feeds/kept-files'
import { seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let made: string[]

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  made = []
  world.setClock(0)
})

test('a sitemap is made once in five minutes, and then names no record that was hidden meanwhile', async () => {
  const { GET } = await import('@/app/sitemaps/[chunk]/route')
  const owner = await world.wallet()
  const { id } = await seedMission(owner)
  const chunk = `missions-${new Date().toISOString().slice(0, 7)}`
  const ask = async (name = chunk) => {
    const answer = await GET(new Request(`http://localhost/sitemap-${name}.xml`), {
      params: Promise.resolve({ chunk: name }),
    })
    return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
  }
  const first = await ask()
  expect(first.text).toContain(`/missions/${id}</loc>`)
  await world.sql.query('UPDATE "Mission" SET "hiddenAt" = now() WHERE id = $1', [id])
  world.setClock(150)
  expect(await ask()).toEqual(first)
  world.setClock(301)
  const later = await ask()
  expect(later.text).not.toContain(id)
  expect(later.etag).not.toBe(first.etag)
  expect((await ask('missions-2026-13')).status).toBe(404)
})

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
/** What makes a file, and counts that it does. */
const making = (text: string) => async () => {
  made.push(text)
  return text
}

test('a file is made once for all who ask at once, and for those who come before it is too old', async () => {
  const files = createKeptFiles(300, 1_000_000)
  const both = await Promise.all([files.get('a', making('first')), files.get('a', making('second'))])
  expect(both.map(textOf)).toEqual(['first', 'first'])
  world.setClock(150)
  expect(await files.get('a', making('third'))).toBe(both[0])
  world.setClock(300)
  expect(textOf(await files.get('a', making('fourth')))).toBe('fourth')
  expect(made).toEqual(['first', 'fourth'])
})

test('files of other names are others, and the bytes of all are bounded', async () => {
  const files = createKeptFiles(300, 3_000)
  const text = (letter: string) => letter.repeat(1_000)
  for (const name of ['a', 'b', 'a', 'c', 'b'])
    expect(textOf(await files.get(name, making(text(name))))).toBe(text(name))
  expect(made.map((each) => each[0])).toEqual(['a', 'b', 'c', 'b'])
})

test('a failure is told to who waits for the file, and the next request makes it', async () => {
  const files = createKeptFiles(300, 1_000_000)
  const fail = async () => {
    throw new Error('There is no such file.')
  }
  const both = [files.get('a', fail), files.get('a', making('never'))]
  for (const each of both) await expect(each).rejects.toThrow('There is no such file.')
  expect(textOf(await files.get('a', making('made')))).toBe('made')
  expect(made).toEqual(['made'])
})
