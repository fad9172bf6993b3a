import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, evidenceBody, fundingBody, project, readProject, txHash } from '@/tests/api/legacy/project-story'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { openWorld, type World } from '@/tests/support/world'

// A wallet's funding record or piece of evidence stands once on its project. What a moderator hid stands in nobody's way.

let world: World
let owner: Actor
let stranger: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, stranger, admin] = await Promise.all([world.wallet(), world.wallet(), world.admin()])
})
afterAll(() => world.close())

const page = () => `https://example.org/${randomUUID()}`
const named = () => ({ chainId: '10', txHash: txHash() })

const PARTS = [
  { what: 'funding by its page', type: 'funding', list: 'funding', said: () => ({ transactionUrl: page() }) },
  { what: 'funding by its transaction', type: 'funding', list: 'funding', said: () => fundingBody() },
  { what: 'evidence by its URL', type: 'evidence', list: 'evidence', said: () => evidenceBody({ url: page() }) },
  {
    what: 'evidence by its transaction',
    type: 'evidence',
    list: 'evidence',
    said: () => ({ kind: 'Transaction', ...named() }),
  },
] as const

describe.each(PARTS)('$what', ({ type, list, said }) => {
  const add = (who: Actor, id: string, body: object) => who.post(at(id, list), body)
  const shown = async (id: string): Promise<string[]> =>
    (await readProject(world, id))[list].map((part: Json) => part.id)
  const added = async (who: Actor, id: string, body: object): Promise<string> => {
    const { status, text, body: answer } = await add(who, id, body)
    expect(status, text).toBe(201)
    return (answer.fundingRecord ?? answer.evidenceItem).id
  }

  test('hidden, it makes room for another of its author; restored it is when nothing like it by the same one is shown', async () => {
    const [{ id }, body] = [await project(owner), said()]
    const first = await added(stranger, id, body)
    expectRefused(await add(stranger, id, body), 409)

    await done(hide(admin, type, first))
    const second = await added(stranger, id, body)
    expectRefused(await add(stranger, id, body), 409)
    const refused = await restore(admin, type, first)
    expectRefused(refused, 409)
    expect(refused.body.error.message).toMatch(/^Its author recorded the same .+ again meanwhile/)
    expect(await shown(id)).toEqual([second])

    await done(hide(admin, type, second))
    await done(restore(admin, type, first))
    expect(await shown(id)).toEqual([first])
  })

  test('another wallet’s beside it keeps it neither hidden nor away', async () => {
    const [{ id }, body] = [await project(owner), said()]
    const first = await added(stranger, id, body)
    const second = await added(owner, id, body)
    await done(hide(admin, type, first))
    expect(await shown(id)).toEqual([second])
    await done(restore(admin, type, first))
    expect(await shown(id)).toEqual([first, second])
  })

  test('of two at once, one is shown', async () => {
    const [{ id }, body] = [await project(owner), said()]
    await done(hide(admin, type, await added(stranger, id, body)))
    const replies = await Promise.all([0, 1].map(() => add(stranger, id, body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await shown(id)).toHaveLength(1)
  })

  test('a restore and a new one at once leave one shown', async () => {
    const [{ id }, body] = [await project(owner), said()]
    const first = await added(stranger, id, body)
    await done(hide(admin, type, first))
    const replies = await Promise.all([restore(admin, type, first), add(stranger, id, body)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await shown(id)).toHaveLength(1)
  })
})
