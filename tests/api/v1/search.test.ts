import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordType } from '@/lib/moderation/schemas'
import { commitmentBody, decisionBody, evidenceBody } from '@/tests/api/legacy/project-story'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { AS_IF_MANY, planOf } from '@/tests/support/plan'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import {
  challengeBody,
  completedMission,
  dayFromNow,
  draftChallenge,
  missionBody,
  openChallenge,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { textOf } from '@/tests/support/tracked-files'

// What anybody may find, by words, ids, addresses, hashes and the names of Muses.

let world: PlatformWorld
let owner: Actor
let admin: Actor
let shelf: Json
let mission: Json
let receipt: Json
beforeAll(async () => {
  world = await openPlatformWorld('off')
  ;[owner, admin] = await Promise.all([world.wallet(), world.admin()])
  shelf = await draftChallenge(owner, {
    title: 'A shelf, or a well-lit cupboard?',
    prompt: `${'Long words before it. '.repeat(20)}The Straße leads to “Ölmühle”, see https://example.org/quince for more. 路`,
  })
  const done = await completedMission(owner, await world.wallet(), await world.verifier(), {
    title: 'Hang the boards',
    summary: 'A shelf of tools for everyone.',
    milestones: [{ title: 'The zinnia milestone', required: true }],
  })
  ;({ mission, receipt } = done)
})
afterAll(() => world.close())

async function found(q: string, more = ''): Promise<Json> {
  const reply = await world.get(`/api/v1/search?q=${encodeURIComponent(q)}${more}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const ids = async (q: string, more = '') => (await found(q, more)).hits.map((hit: Json) => hit.id)

describe('by words', () => {
  test('titles, prompts, summaries, labels and titles of milestones are found, with the kind of each', async () => {
    expect(await found('shelf')).toEqual({
      hits: [
        {
          kind: 'challenge',
          id: shelf.id,
          title: shelf.title,
          excerpt: expect.stringMatching(/^Long words/),
          state: 'DRAFT',
          path: `/challenges/${shelf.id}`,
        },
        {
          kind: 'mission',
          id: mission.id,
          title: 'Hang the boards',
          excerpt: expect.stringContaining('A shelf of tools'),
          state: 'COMPLETED',
          path: `/missions/${mission.id}`,
        },
      ],
      more: [],
    })
    expect(await ids('zinnia')).toEqual([mission.id])
    expect(await ids('friendly')).toContain(shelf.id)
  })

  test.each([
    ...['SHELF', 'she', 'cupb', 'well lit', 'well-lit', 'lit well', 'straße', 'ölmühle', 'ölm', '“Ölmühle”', 'quince'],
    ...['example.org', 'org quince', '路', ' shelf ', 'shelf & cupboard', "shelf'; --"],
  ])('%j is read as its words', async (q) => expect(await ids(q)).toContain(shelf.id))

  test.each(['hel', 'strasse', 'or shel nothing', 'zz', '!!!', "'':*", 'shelf | cupbored', '\\', '路路路口'])(
    '%j finds no challenge',
    async (q) => expect(await ids(q)).not.toContain(shelf.id),
  )

  test.each([
    ['Ο μεγάλος δρόμος', ['δρόμος', 'ΔΡΌΜΟΣ', 'δρόμοσ', 'δρόμ', 'μεγάλος δρόμος', 'ο μεγάλος']],
    ['Η ΟΔΌΣ ΕΡΜΟΎ', ['οδός', 'ΟΔΌΣ', 'Οδός', 'ερμού', 'η οδός ερμού']],
    ['Πρωτεύς2 και προςκείμενος', ['πρωτεύς2', 'ΠΡΩΤΕΎΣ2', 'προςκείμενος']],
    ['İstanbul Köprüsü', ['İstanbul', 'istanbul', 'İSTANBUL', 'i\u0307stanbul', 'KÖPRÜSÜ', 'köprüsü İst']],
    ['Ἄς εἶναι ẞ Ǆ ⅷ Ａ', ['ἄς', 'Ἄς εἶναι', 'ß', 'ẞ', 'ǆ', 'Ａ', 'ａ']],
  ])('%j is found by its words in any case', async (title, queries) => {
    const { id } = await seedMission(owner, { title })
    for (const q of queries) expect(await ids(q), q).toContain(id)
    expect(await ids('δρόμοσήμανση')).toEqual([])
  })

  test('an excerpt begins a little before what was found', async () => {
    const [{ excerpt }] = (await found('quince')).hits
    expect(excerpt).toMatch(/^….{20,}quince for more/)
  })

  test('whose title has the words comes before whose text has them, the newest first', async () => {
    const older = await draftChallenge(owner, { title: 'The medlar question' })
    const newer = await draftChallenge(owner, { title: 'Something else', prompt: 'About a medlar.' })
    expect(await ids('medlar')).toEqual([older.id, newer.id])
  })

  test('a milestone that is added is found, also after it was looked for', async () => {
    const { id } = await seedMission(owner)
    expect(await ids('persimmon')).toEqual([])
    const body = { title: 'Plant a persimmon', required: false }
    expect((await owner.post(`/api/projects/${id}/milestones`, body)).status).toBe(201)
    expect(await ids('persimmon')).toEqual([id])
  })
})

test('what a moderator hides is not found, until it is restored', async () => {
  const { id } = await seedMission(owner, { title: 'A loquat to hide' })
  const hidden = await completedMission(owner, await world.wallet(), await world.verifier(), { title: 'Loquat done' })
  expect(await ids('loquat')).toEqual([hidden.mission.id, id])
  await hide(admin, 'mission', id)
  await hide(admin, 'mission', hidden.mission.id)
  for (const q of [
    'loquat',
    id,
    hidden.receipt.id,
    hidden.receipt.contentHash,
    hidden.receipt.contentHash.slice(0, 12),
  ])
    expect(await ids(q), q).toEqual([])
  await restore(admin, 'mission', id)
  expect(await ids('loquat')).toEqual([id])
})

describe('by what names one thing', () => {
  test('a receipt by its id, its hash, and the beginning of its hash', async () => {
    const { id, contentHash } = receipt
    for (const q of [id, id.toUpperCase(), contentHash, `0x${contentHash}`, contentHash.slice(0, 6).toUpperCase()])
      expect((await found(q)).hits, q).toContainEqual({
        kind: 'receipt',
        id,
        title: 'Hang the boards',
        excerpt: null,
        state: 'completed',
        path: `/receipts/${id}`,
      })
    for (const q of [contentHash.slice(0, 5), `${contentHash}0`, contentHash.slice(1)])
      expect(await ids(q), q).not.toContain(id)
  })

  test('a challenge and a mission by their ids', async () => {
    expect(await ids(shelf.id)).toEqual([shelf.id])
    expect(await ids(mission.id)).toEqual([mission.id])
  })

  test('a wallet that a record names, by its address in any case or by six digits of its beginning', async () => {
    const { address } = owner
    for (const q of [address, address.toLowerCase(), address.slice(0, 8), address.slice(2, 9).toUpperCase()])
      expect((await found(q)).hits, q).toContainEqual({
        kind: 'wallet',
        id: address,
        title: null,
        excerpt: null,
        state: null,
        path: `/wallets/${address}`,
      })
    expect(await ids(address.slice(0, 7))).toEqual([])
  })

  test('a wallet that has only signed in is nobody’s to find', async () => {
    const quiet = await world.wallet()
    expect(await ids(quiet.address.slice(0, 10))).toEqual([])
    await seedMission(quiet)
    expect(await ids(quiet.address.slice(0, 10))).toEqual([quiet.address])
  })

  test('it is found behind many that have only signed in; where there are too many to look at, it is told', async () => {
    const named = await world.wallet()
    const { address } = named
    await seedMission(named)
    const prefix = address.toLowerCase().slice(0, 8)
    /** Adds wallets that begin as it does and sort before it. */
    const signInMany = (from: number, to: number) =>
      world.sql.query(
        `INSERT INTO "Wallet" (address, "createdAt") SELECT $1 || lpad(n::text, 34, '0'), now() FROM generate_series($2::int, $3::int) n`,
        [prefix, from, to],
      )
    await signInMany(1, 60)
    expect(await found(prefix, '&kind=wallet')).toMatchObject({ hits: [{ id: address }], more: [] })
    await signInMany(61, 500)
    expect(await found(prefix, '&kind=wallet')).toMatchObject({ hits: [], more: ['wallet'] })
    expect(await ids(address)).toEqual([address])
  })

  test('one that only hidden records name is nobody’s to find either, whether it recorded a link there or judged', async () => {
    const [linker, verifier] = [await world.wallet(), await world.verifier(1)]
    const { id } = await draftChallenge(await world.wallet())
    const link = { side: 'A', url: 'https://example.org/only-link' }
    expect((await linker.post(`/api/v1/challenges/${id}/submissions`, link)).status).toBe(201)
    const judged = await verifiedMission(owner, await world.wallet(), verifier)
    for (const [record, recordId, { address }] of [
      ['challenge', id, linker],
      ['mission', judged.id, verifier],
    ] as const) {
      expect(await ids(address.slice(0, 10))).toEqual([address])
      await done(hide(admin, record, recordId))
      expect(await ids(address.slice(0, 10))).toEqual([])
      await done(restore(admin, record, recordId))
      expect(await ids(address.slice(0, 10))).toEqual([address])
    }
  })

  test('nor after another designated it: it is found once it has claimed', async () => {
    const quiet = await world.wallet()
    const { id } = await seedMission(owner, { contributorWallet: quiet.address })
    expect(await ids(quiet.address.slice(0, 10))).toEqual([])
    expect((await quiet.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
    expect(await ids(quiet.address.slice(0, 10))).toEqual([quiet.address])
  })

  test.each<[string, string, RecordType, string, () => object]>([
    ['pledged', 'commitments', 'commitment', 'commitment', commitmentBody],
    ['shown evidence', 'evidence', 'evidence', 'evidenceItem', evidenceBody],
    ['decided', 'decisions', 'decision', 'decision', decisionBody],
  ])('a wallet that has only %s, while that and its mission are shown', async (_what, path, type, key, body) => {
    const quiet = await world.wallet()
    const { id } = await seedMission(owner)
    const reply = await quiet.post(`/api/projects/${id}/${path}`, body())
    expect(reply.status, reply.text).toBe(201)
    // A reader of the log gives events their places in it.
    await world.get('/api/v1/events?since=now')
    const partId = reply.body[key].id
    expect(await ids(quiet.address)).toEqual([quiet.address])
    for (const [hidden, recordId] of [
      [type, partId],
      ['mission', id],
    ] as const) {
      await done(hide(admin, hidden, recordId))
      expect(await ids(quiet.address), `its ${hidden} is hidden`).toEqual([])
      await done(restore(admin, hidden, recordId))
      expect(await ids(quiet.address)).toEqual([quiet.address])
    }
  })

  test('what a wallet did is looked up by an index in the log and in the histories', async () => {
    const sent = recordStatements()
    await found(owner.address, '&kind=wallet')
    const plan = (await planOf(world.sql, sent.at(-1) ?? '', AS_IF_MANY)).join('\n')
    expect(plan).toContain('Scan Backward using "EventLog_actor_position_idx"')
    expect(plan).toContain('Scan using "HistoryEvent_pkey"')
  })

  test('a wallet that gave a mission back, of which the history tells', async () => {
    const quiet = await world.wallet()
    const { id } = await seedMission(owner)
    expect((await quiet.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
    expect((await quiet.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' })).status).toBe(201)
    await world.get('/api/v1/events?since=now')
    expect(await ids(quiet.address)).toEqual([quiet.address])
  })
})

describe('Muses', () => {
  test('are found by name and by id, lead to the challenge or the linked wallet, and go with a hidden challenge', async () => {
    const muse = await world.sandbox.muse('Quillon of Oaks')
    const { id } = await draftChallenge(owner, challengeBody({ title: 'Discussed' }))
    const root = await world.sandbox.post(muse, { text: 'Which?' })
    await world.sandbox.post(muse, { text: 'The left one.', parent: root })
    await owner.post(`/api/v1/challenges/${id}/musebook`, {
      channel: 'lobby',
      originPostUrl: world.sandbox.url(root, 'lobby'),
    })
    expect((await owner.post(`/api/v1/challenges/${id}/musebook/sync`)).status).toBe(201)
    const hit = { kind: 'muse', id: muse.museId, title: 'Quillon of Oaks', excerpt: null, state: null }
    for (const q of ['quillon', 'Quillon of', muse.museId, muse.museId.slice(0, 9)])
      expect((await found(q, '&kind=muse')).hits, q).toEqual([{ ...hit, path: `/challenges/${id}` }])
    await world.sql.query(
      `INSERT INTO "MuseLink" (id, "museId", wallet, method, "postUrl", code, "linkedAt")
        VALUES (gen_random_uuid(), $1, $2, 'signed-post', 'https://community.example/board/lobby/1', 'A line.', now())`,
      [muse.museId, owner.address],
    )
    expect((await found('quillon')).hits).toEqual([{ ...hit, path: `/wallets/${owner.address}` }])
    await hide(admin, 'challenge', id)
    expect(await ids('quillon')).toEqual([])
    expect(await ids(muse.museId)).toEqual([muse.museId])
  })

  /** Adds imported replies. @param muse SQL for the id of each author, with their number `n`. */
  const propose = async (challengeId: string, muse: string, name: string, count: number) => {
    await world.sql.query(
      `INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
        SELECT gen_random_uuid(), $1, nextval('test_posts'), ${muse}, ${name}, 'So.', 'https://community.example/1', now(), now(), 'pending'
        FROM generate_series(1, $2::int) n`,
      [challengeId, count],
    )
  }
  const ANONYMOUS = `'anon:' || n`

  test('are found behind any number of replies by nobody, in hidden challenges, and by one Muse; where there are too many to look at, it is told', async () => {
    await world.sql.query('CREATE SEQUENCE test_posts START 100000')
    const [shown, hidden] = [await draftChallenge(owner), await draftChallenge(owner)]
    await done(hide(admin, 'challenge', hidden.id))
    await propose(shown.id, ANONYMOUS, `'Ada ' || n`, 60)
    await propose(shown.id, `'muse_adalovelace'`, `'Ada Lovelace'`, 1)
    expect(await found('ada')).toMatchObject({ hits: [{ id: 'muse_adalovelace' }], more: [] })

    await propose(hidden.id, `'muse_beaspam' || n`, `'Bea ' || n`, 60)
    await propose(shown.id, `'muse_beashown'`, `'Bea Shown'`, 1)
    expect(await found('bea')).toMatchObject({ hits: [{ id: 'muse_beashown' }], more: [] })

    await propose(shown.id, `'muse_cyabel'`, `'Cy Abel'`, 60)
    await propose(shown.id, `'muse_cyzoe'`, `'Cy Zoe'`, 1)
    expect(await found('cy')).toMatchObject({ hits: [{ id: 'muse_cyabel' }, { id: 'muse_cyzoe' }], more: [] })

    await propose(shown.id, ANONYMOUS, `'Dan ' || n`, 2_000)
    await propose(shown.id, `'muse_danzoe'`, `'Dan Zoe'`, 1)
    expect(await found('dan')).toMatchObject({ hits: [], more: ['muse'] })
    expect(await found('dan z')).toMatchObject({ hits: [{ id: 'muse_danzoe' }], more: [] })
  })
})

test('of each kind five are told, and that there is more; of one kind fifty', async () => {
  for (let made = 0; made < 6; made += 1)
    await owner.post('/api/v1/missions', missionBody({ title: `Greengage ${made}` }))
  const few = await found('greengage')
  expect([few.hits.length, few.more]).toEqual([5, ['mission']])
  expect(few.hits[0].title).toBe('Greengage 5')
  const all = await found('greengage', '&kind=mission')
  expect([all.hits.length, all.more]).toEqual([6, []])
  expect((await found('greengage', '&kind=challenge')).hits).toEqual([])
})

test('a hit shows a state that time has changed, though nothing was read since', async () => {
  const { id } = await openChallenge(owner, {
    title: 'A tamarind until midnight',
    submissionDeadline: dayFromNow(0),
  })
  const stateOf = async () => (await found('tamarind')).hits.map(({ state }: Json) => state)
  expect(await stateOf()).toEqual(['OPEN'])
  world.passDays(1)
  expect(await stateOf()).toEqual(['AWAITING_DECISION'])
  expect((await world.get(`/api/v1/challenges/${id}`)).body.challenge.state).toBe('AWAITING_DECISION')
})

test('what docs/database.md says after a move to another locale makes the words anew by which records are found', async () => {
  const [, statements = ''] = /```sql\n(\s*UPDATE "SearchText" .*?)```/s.exec(textOf('docs/database.md')) ?? []
  const words = async () => (await world.sql.query('SELECT kind, id, words FROM "SearchText" ORDER BY id')).rows
  const before = await words()
  expect(new Set(before.map(({ kind }) => kind)).size).toBe(2)
  await world.sql.query(`UPDATE "SearchText" SET words = ''`)
  await world.sql.query(statements)
  expect(await words()).toEqual(before)
})
