import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OUTBOX_UNSETTLED_MAX } from '@/lib/contract/limits'
import { type Actor, type Json, repeatWhenUnavailable, send } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { communitySettings, linkMuse, runSchedule } from '@/tests/support/platform-world'
import {
  expectOneAndReplays,
  expectOneWinner,
  expectWholeHistory,
  look,
  ROUNDS,
  raced,
  rounds,
  statuses,
  turned,
} from '@/tests/support/race'
import { type Muse, openSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { draftChallenge } from '@/tests/support/story'

// Two processes on one database and one sandbox: every once-only fact of the connector has one winner.

const CHALLENGES_A_WALLET = 5
const OUTBOX = '/api/v1/platform-outbox'
const LINKS = '/api/v1/muse-links'

let sandbox: TestSandbox
let cluster: Cluster
let own: Muse
let ada: Muse
let bela: Muse
let admin: Actor
let owners: Actor[]
beforeAll(async () => {
  sandbox = await openSandbox()
  ;[own, ada, bela] = await Promise.all([sandbox.muse('Trellis'), sandbox.muse('Ada'), sandbox.muse('Bela')])
  repeatWhenUnavailable()
  cluster = await openCluster(2, { environment: communitySettings(sandbox.base, own, 'on') })
  admin = await cluster.admin()
})
afterAll(async () => {
  await cluster.close()
  await sandbox.close()
})

const ownerOf = (round: number): Actor => {
  const owner = owners[Math.floor(round / CHALLENGES_A_WALLET)]
  if (!owner) throw new Error('There are too few owners.')
  return owner
}

/** A wallet at one process after the other. */
const at = (who: Actor, place: number): Actor => {
  const here = cluster.everywhere(who)[place % cluster.instances.length]
  if (!here) throw new Error('There is no such instance.')
  return here
}

const path = (id: string) => `/api/v1/challenges/${id}`

/** A challenge for each round, linked to a thread with such replies. */
async function linked(say: (root: number) => Promise<unknown>, count = ROUNDS): Promise<Json[]> {
  owners = await cluster.wallets(Math.ceil(count / CHALLENGES_A_WALLET))
  return rounds(async (round) => {
    const challenge = await draftChallenge(ownerOf(round))
    const root = await sandbox.post(own, { text: `Round ${round}` })
    await say(root)
    const body = { channel: 'lobby', originPostUrl: sandbox.url(root) }
    expect((await ownerOf(round).post(`${path(challenge.id)}/musebook`, body)).status).toBe(201)
    return challenge
  }, count)
}

const twoReplies = async (root: number) => {
  await sandbox.post(ada, { text: 'Ada says.', parent: root })
  await sandbox.post(bela, { text: 'Bela says.', parent: root })
}

/** The same, with both replies imported. */
async function imported(): Promise<{ id: string; proposals: Json[] }[]> {
  const challenges = await linked(twoReplies)
  return rounds(async (round) => {
    const { id } = challenges[round]
    return { id, proposals: (await ownerOf(round).post(`${path(id)}/musebook/sync`)).body.proposals }
  })
}

describe('a discussion', () => {
  test('synced by several at once imports each reply once', async () => {
    const challenges = await linked(twoReplies)
    await rounds(async (round) => {
      const { id } = challenges[round]
      const replies = await Promise.all(
        [0, 1, 2].map((place) => at(ownerOf(round), place).post(`${path(id)}/musebook/sync`)),
      )
      expect(statuses(replies)).toEqual([201, 201, 201])
      expect(new Set(replies.map((reply) => JSON.stringify(reply.body.proposals))).size).toBe(1)
      expect(replies[0]?.body.proposals).toHaveLength(2)
      await expectWholeHistory(cluster, id, ['challenge-created', 'discussion-linked', 'proposals-imported'])
    })
  })

  test('holds the caps of fifty and three while it grows and is synced', async () => {
    const challenges = await linked(async (root) => {
      for (let count = 0; count < 46; count++)
        await sandbox.postAnonymously(`Guest ${count}`, { text: `Word ${count}`, parent: root })
    }, 5)
    const root = async (id: string) =>
      Number((await look(cluster, `SELECT "postId" FROM "PlatformThread" WHERE "challengeId" = $1`, [id])).postId)
    await Promise.all(
      challenges.map(async ({ id }, round) => {
        const parent = await root(id)
        const syncs = [0, 1, 2, 3, 4, 5].map(async (place) => {
          if (place > 0) await sandbox.post(place % 2 ? ada : bela, { text: `More ${place}`, parent })
          if (place > 2) await sandbox.post(ada, { text: `Too many ${place}`, parent })
          return at(ownerOf(round), place).post(`${path(id)}/musebook/sync`)
        })
        expect(statuses(await Promise.all(syncs))).toEqual([201, 201, 201, 201, 201, 201])
        const { rows } = await cluster.sql.query(
          `SELECT "museId", count(*)::int AS count FROM "Proposal" WHERE "challengeId" = $1 GROUP BY 1`,
          [id],
        )
        expect(Math.max(...rows.map((row) => row.count))).toBeLessThanOrEqual(3)
        expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(50)
      }),
    )
  })

  test('gives a side one response, whichever proposals are accepted for it', async () => {
    const scenes = await imported()
    await rounds(async (round) => {
      const { id, proposals } = scenes[round] ?? { id: '', proposals: [] }
      const replies = await Promise.all(
        turned(proposals, round).map((proposal, place) =>
          at(ownerOf(round), place).post(`${path(id)}/proposals/${proposal.id}/accept`, { side: 'A' }),
        ),
      )
      expectOneWinner(replies)
      const { rows } = await cluster.sql.query(`SELECT status FROM "Proposal" WHERE "challengeId" = $1 ORDER BY 1`, [
        id,
      ])
      expect(rows).toEqual([{ status: 'pending' }, { status: 'accepted' }])
    })
  })

  test('decides a proposal once: for side A, for side B, or not', async () => {
    const scenes = await imported()
    const decided = await rounds(async (round) => {
      const { id, proposals } = scenes[round] ?? { id: '', proposals: [] }
      const one = `${path(id)}/proposals/${proposals[0].id}`
      const deeds = [
        (who: Actor) => who.post(`${one}/accept`, { side: 'A' }),
        (who: Actor) => who.post(`${one}/accept`, { side: 'B' }),
        (who: Actor) => who.post(`${one}/reject`),
      ]
      const winner = expectOneWinner(
        await raced(
          round,
          turned(deeds, round).map((deed, place) => () => deed(at(ownerOf(round), place))),
        ),
      )
      const links = await cluster.sql.query(`SELECT side FROM "Submission" WHERE "challengeId" = $1`, [id])
      const { status, side } = winner.body.proposals[0]
      expect(links.rows.map((row) => row.side)).toEqual(status === 'accepted' ? [side] : [])
      return side ?? status
    })
    expect(new Set(decided).size).toBeGreaterThan(1)
  })
})

describe('a post', () => {
  const CHANNELS = ['workshop', 'library']

  /** For each round the previews of so many announcements of one challenge, each in another channel. */
  async function previews(each: number): Promise<Json[][]> {
    owners = await cluster.wallets(ROUNDS / CHALLENGES_A_WALLET)
    return rounds(async (round) => {
      const { id } = await draftChallenge(ownerOf(round))
      const body = { kind: 'announce', challengeId: id }
      const made = await Promise.all(CHANNELS.slice(0, each).map((channel) => admin.post(OUTBOX, { ...body, channel })))
      return made.map((reply) => reply.body.item)
    })
  }

  const approve = (who: Actor, item: Json, key?: string) =>
    who.post(`${OUTBOX}/${item.id}/approve`, { payloadHash: item.payloadHash }, key ? { key } : {})

  /** How often these words stand on the platform. */
  async function standing(text: string): Promise<number> {
    const found = CHANNELS.map(async (channel) => {
      const { posts } = await (await fetch(`${sandbox.base}/api/latest.json?channel=${channel}&limit=100`)).json()
      return posts.filter((post: Json) => post.text === text).length
    })
    return (await Promise.all(found)).reduce((sum, count) => sum + count, 0)
  }

  test('is queued with others of its kind up to the limit, however many come at once', async () => {
    owners = await cluster.wallets(ROUNDS / CHALLENGES_A_WALLET)
    await rounds(async (round) => {
      const { id } = await draftChallenge(ownerOf(round))
      const replies = await Promise.all(
        Array.from({ length: OUTBOX_UNSETTLED_MAX + 2 }, (_, place) =>
          at(admin, place).post(OUTBOX, { kind: 'announce', challengeId: id, channel: `channel-${place}` }),
        ),
      )
      expect(statuses(replies)).toEqual([...Array<number>(OUTBOX_UNSETTLED_MAX).fill(201), 409, 409])
    })
  })

  test('approved twice is sent once', async () => {
    const items = await previews(1)
    await rounds(async (round) => {
      const [item] = items[round] ?? []
      const replies = await Promise.all([0, 1].map((place) => approve(at(admin, place), item)))
      expect(expectOneWinner(replies).body.item.state).toBe('sent')
      expect(await standing(item.text)).toBe(1)
      await expectWholeHistory(cluster, item.id, ['post-queued', 'post-approved', 'post-sent'])
    })
  })

  test('approved twice with one key is sent once, and both get the same answer', async () => {
    const items = await previews(1)
    await rounds(async (round) => {
      const [item] = items[round] ?? []
      const replies = await Promise.all([0, 1].map((place) => approve(at(admin, place), item, `once-${item.id}`)))
      expect(expectOneAndReplays(replies).item.state).toBe('sent')
      expect(await standing(item.text)).toBe(1)
    })
  })

  test('approved and cancelled at once is the one or the other', async () => {
    const items = await previews(1)
    await rounds(async (round) => {
      const [item] = items[round] ?? []
      const deeds = [(who: Actor) => approve(who, item), (who: Actor) => who.post(`${OUTBOX}/${item.id}/cancel`)]
      const winner = expectOneWinner(
        await Promise.all(turned(deeds, round).map((deed, place) => deed(at(admin, place)))),
      )
      expect(await standing(item.text)).toBe(winner.body.item.state === 'sent' ? 1 : 0)
    })
  })

  test('of two announcements of one challenge one is sent', async () => {
    const items = await previews(2)
    await rounds(async (round) => {
      const both = items[round] ?? []
      expectOneWinner(await Promise.all(turned(both, round).map((item, place) => approve(at(admin, place), item))))
      expect(await standing(both[0].text)).toBe(1)
    })
  })

  test('whose answer was lost is found by two rounds of the schedule at once, and settled once', async () => {
    const items = await previews(1)
    for (const [item] of items.slice(0, 10)) {
      // As a process leaves it that dies between the post and its answer.
      const id = await sandbox.post(own, { text: item.text, channel: 'workshop' })
      await cluster.sql.query(
        `UPDATE "OutboxItem" SET state = 'sending', attempts = 1, "attemptedAt" = now() - interval '2 minutes' WHERE id = $1`,
        [item.id],
      )
      await Promise.all(cluster.instances.map(({ base }) => runSchedule({ ...cluster, get: getAt(base) })))
      expect(await look(cluster, `SELECT state, "postId" FROM "OutboxItem" WHERE id = $1`, [item.id])).toEqual({
        state: 'sent',
        postId: String(id),
      })
      await expectWholeHistory(cluster, item.id, ['post-queued', 'post-uncertain', 'post-sent'])
    }
  })

  const getAt = (base: string) => (target: string, headers?: Record<string, string>) =>
    send(base, 'GET', target, undefined, { headers })
})

describe('a Muse', () => {
  async function started(who: Actor, muse: Muse): Promise<{ nonce: string; signature: string }> {
    const { nonce, message } = (await who.post(`${LINKS}/start`, { museId: muse.museId, method: 'ed25519-challenge' }))
      .body
    return { nonce, signature: muse.sign(message) }
  }
  const active = async (column: string, value: string) =>
    (await cluster.sql.query(`SELECT 1 FROM "MuseLink" WHERE ${column} = $1 AND "unlinkedAt" IS NULL`, [value]))
      .rowCount

  test('is linked to one of the wallets that claim it', async () => {
    await rounds(async () => {
      const [wallets, muse] = await Promise.all([cluster.wallets(3), sandbox.muse()])
      const steps = await Promise.all(wallets.map((wallet) => started(wallet, muse)))
      expectOneWinner(
        await Promise.all(wallets.map((wallet, place) => at(wallet, place).post(`${LINKS}/verify`, steps[place]))),
      )
      expect(await active('"museId"', muse.museId)).toBe(1)
    })
  })

  test('is one of those that one wallet claims', async () => {
    await rounds(async () => {
      const [[wallet], muses] = await Promise.all([cluster.wallets(1), Promise.all([sandbox.muse(), sandbox.muse()])])
      if (!wallet) throw new Error('There is no wallet.')
      const steps = await Promise.all(muses.map((muse) => started(wallet, muse)))
      expectOneWinner(await Promise.all(steps.map((step, place) => at(wallet, place).post(`${LINKS}/verify`, step))))
      expect(await active('wallet', wallet.address)).toBe(1)
    })
  })

  test('is linked once by one nonce, and unlinked once by wallet and moderator', async () => {
    await rounds(async () => {
      const [[wallet], muse] = await Promise.all([cluster.wallets(1), sandbox.muse()])
      if (!wallet) throw new Error('There is no wallet.')
      const step = await started(wallet, muse)
      expectOneWinner(await Promise.all([0, 1].map((place) => at(wallet, place).post(`${LINKS}/verify`, step))))
      expectOneWinner(
        await Promise.all([
          at(wallet, 0).post(`${LINKS}/unlink`, { reason: 'Mine.' }),
          at(admin, 1).post(`${LINKS}/unlink`, { wallet: wallet.address, reason: 'Theirs.' }),
        ]),
      )
      expect(await active('wallet', wallet.address)).toBe(0)
      await linkMuse(wallet, muse)
    }, 20)
  })

  test('is unlinked while its wallet queues a post: the post came before, or it is refused', async () => {
    const outcomes = await rounds(async (round) => {
      const [[wallet], muse] = await Promise.all([cluster.wallets(1), sandbox.muse()])
      if (!wallet) throw new Error('There is no wallet.')
      await linkMuse(wallet, muse)
      const { id } = await draftChallenge(wallet)
      const [queued, unlinked] = await raced(round, [
        () => at(wallet, 0).post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' }),
        () => at(wallet, 1).post(`${LINKS}/unlink`),
      ])
      expect(unlinked?.status).toBe(201)
      expect([201, 403]).toContain(queued?.status)
      const again = await wallet.post(OUTBOX, { kind: 'announce', challengeId: id, channel: 'lobby' })
      expect(again.status).toBe(403)
      return queued?.status
    })
    expect(outcomes).toContain(201)
  })
})
