import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import {
  challengeBody,
  decidedChallenge,
  draftChallenge,
  missionBody,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const MISSIONS = '/api/v1/missions'

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
})
afterAll(() => world.close())

const create = (over: object) => owner.post(MISSIONS, missionBody({ ...over }))
const stored = async (over: object) => {
  const { status, body, text } = await create(over)
  expect(status, text).toBe(201)
  return (await world.get(`${MISSIONS}/${body.mission.id}`)).body.mission
}
/** Sends a body in which the text of a field is the JSON escape given, as no JSON encoder would write it. */
const raw = (field: string, escaped: string) =>
  owner.post(MISSIONS, undefined, {
    raw: JSON.stringify(missionBody({ [field]: 'MARK' })).replace('"MARK"', `"${escaped}"`),
  })

describe('text', () => {
  test('is trimmed at both ends and kept as it is in between', async () => {
    const { title, summary } = await stored({
      title: ' \t\u00a0Two  blanks\u3000\n',
      summary: '\n\n  First.\r\n\n\tSecond.  \n',
    })
    expect(title).toBe('Two  blanks')
    expect(summary).toBe('First.\r\n\n\tSecond.')
  })

  test('is kept in its composed form (NFC), whatever form it came in', async () => {
    const { title, summary } = await stored({
      title: 'Cafe\u0301 A\u030angstro\u0308m',
      summary: '\u1112\u1161\u11ab \u212b \u2126',
    })
    expect(title).toBe('Caf\u00e9 \u00c5ngstr\u00f6m')
    expect(summary).toBe('\ud55c \u00c5 \u03a9')
  })

  test('keeps every other character: emoji with joiners, right-to-left, quotes, markup and backslashes', async () => {
    const title = '👩‍👩‍👧 שלום abc "x" <b>\\n</b> \'); -- $1 %s \\u0041 ﷽'
    expect((await stored({ title })).title).toBe(title)
  })

  test.each([
    ['a right-to-left override', '\u202e'],
    ['an isolate', '\u2066'],
    ['a right-to-left mark', '\u200f'],
    ['an Arabic letter mark', '\u061c'],
    ['a zero-width space', '\u200b'],
    ['a joiner between letters', '\u200d'],
    ['a soft hyphen', '\u00ad'],
    ['a byte order mark', '\ufeff'],
    ['a Hangul filler', '\u3164'],
    ['a tag', '\u{e0041}'],
  ])(
    'that could pose as another by %s is refused on one line, on both surfaces, and named',
    async (_what, character) => {
      const name = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
      const words = `pay${character}load`
      const sent: [string, Record<string, unknown>, string][] = [
        [MISSIONS, missionBody({ title: words }), 'title'],
        [MISSIONS, missionBody({ milestones: [{ title: words, required: true }] }), 'milestones.0.title'],
        ['/api/projects', missionBody({ title: words }), 'title'],
        ['/api/v1/challenges', challengeBody({ title: words }), 'title'],
        ['/api/battles', challengeBody({ contenderB: words }), 'contenderB'],
      ]
      for (const [path, body, field] of sent) {
        const reply = await owner.post(path, body)
        expectRefused(reply, 400, field)
        expect(reply.body.error.message).toContain(name)
      }
    },
  )

  test('of many lines keeps marks that its script needs, and is refused only where it overrides the direction', async () => {
    const summary = 'שלום\u200f!\n\u2067עברית\u2069 \u200bzero'
    expect((await stored({ summary })).summary).toBe(summary)
    for (const override of ['\u202d', '\u202e'])
      expectRefused(await create({ summary: `a${override}b` }), 400, 'summary')
  })

  test('gives a milestone a title without what a title must not hold', async () => {
    const { milestones } = await stored({
      deliverable: 'The\u200b guide,\u2067 final\n and public',
      milestones: undefined,
    })
    expect(milestones[0].title).toBe('The guide, final and public')
  })

  test('that makes no title leaves the default milestone that of its mission', async () => {
    const title = 'Write the guide'
    for (const deliverable of ['x', '\u200bxy'])
      expect((await stored({ title, deliverable, milestones: undefined })).milestones[0].title, deliverable).toBe(title)
  })

  test('gives a milestone a title without the joiner at which it is cut', async () => {
    const { milestones } = await stored({ deliverable: `${'👩\u200d'.repeat(80)}👩`, milestones: undefined })
    expect(milestones[0].title).toBe(`${'👩\u200d'.repeat(69)}👩`)
  })

  test.each(['\\u0000', 'a\\u0000b', '\\u0000\\u0000\\u0000'])(
    'with U+0000 (%s) is refused, on one line or on many',
    async (escaped) => {
      for (const field of ['title', 'summary', 'deliverable'])
        expectRefused(await raw(field, `abc${escaped}def`), 400, field)
    },
  )

  test.each(['\\ud800', '\\udfff', '\\ud83c', '\\udf31\\ud83c', '\\ud83c\\ud83c\\udf31', 'x\\uDBFFy'])(
    'with a lone surrogate (%s) is refused',
    async (escaped) => {
      for (const field of ['title', 'summary', 'rewardTerms'])
        expectRefused(await raw(field, `abc${escaped}def`), 400, field)
    },
  )

  test('with a pair of surrogates, escaped in JSON, is the character they stand for', async () => {
    const { status, body } = await raw('title', 'A seed \\ud83c\\udf31 grows')
    expect({ status, title: body.mission?.title }).toEqual({ status: 201, title: 'A seed 🌱 grows' })
  })

  test.each(['\n', '\r', '\t', '\u0001', '\u001b', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029'])(
    'on one line holds no control character: %j',
    async (character) => {
      expectRefused(await create({ title: `abc${character}def` }), 400, 'title')
      expectRefused(
        await create({ milestones: [{ title: `abc${character}def`, required: true }] }),
        400,
        'milestones.0.title',
      )
      expect((await stored({ summary: `abc${character}def` })).summary).toBe(`abc${character}def`)
    },
  )

  test('is measured in characters, not in bytes or UTF-16 units', async () => {
    expect((await stored({ title: '🌱'.repeat(140) })).title).toBe('🌱'.repeat(140))
    expectRefused(await create({ title: '🌱'.repeat(141) }), 400, 'title')
    expectRefused(await create({ title: '🌱🌱' }), 400, 'title')
    expect((await stored({ title: '🌱🌱🌱' })).title).toBe('🌱🌱🌱')
    expect((await stored({ summary: '🌱'.repeat(4000) })).summary).toBe('🌱'.repeat(4000))
    expectRefused(await create({ summary: '🌱'.repeat(4001) }), 400, 'summary')
  })

  test('is measured as it is kept: after trimming and composing', async () => {
    expect((await stored({ title: `  ${'e\u0301'.repeat(140)}  ` })).title).toBe('é'.repeat(140))
    // U+0958 has no composed form of its own: NFC writes it as two characters.
    expectRefused(await create({ title: '\u0958'.repeat(71) }), 400, 'title')
    expect((await stored({ title: '\u0958'.repeat(70) })).title).toBe('\u0915\u093c'.repeat(70))
  })
})

describe('a body', () => {
  test('may hold fields that nobody knows: they are ignored', async () => {
    const { status, body } = await create({
      colour: 'green',
      nested: { deep: [1, { x: null }] },
      '': 0,
      history: 'none',
    })
    expect(status).toBe(201)
    expect(body.mission).not.toHaveProperty('colour')
  })

  test('never authenticates by a wallet it names', async () => {
    const victim = await world.wallet()
    const claims = {
      owner: victim.address,
      wallet: victim.address,
      address: victim.address,
      caller: { wallet: victim.address },
      isVerifier: true,
      isAdmin: true,
      token: victim.token,
    }
    expectRefused(await world.send('POST', MISSIONS, missionBody(claims)), 401)
    expect((await create(claims)).body.mission.owner).toBe(owner.address)
    const { id } = await seedMission(victim)
    expectRefused(
      await owner.post(`${MISSIONS}/${id}/complete`, { outcome: 'failed', statement: 'Mine.', ...claims }),
      403,
    )
    const { id: challenge } = await decidedChallenge(world, victim)
    expectRefused(
      await owner.post(`/api/v1/challenges/${challenge}/verify-decision`, {
        verdict: 'approve',
        explanation: 'Me.',
        ...claims,
      }),
      403,
    )
  })

  test('with keys of the prototype changes nothing but the record', async () => {
    const attack =
      '{"__proto__":{"isAdmin":true,"title":"x"},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1},'
    const { status, body } = await owner.post(MISSIONS, undefined, {
      raw: attack + JSON.stringify(missionBody()).slice(1),
    })
    expect(status).toBe(201)
    expect(body.mission.title).toBe(missionBody().title)
    expect('polluted' in {}).toBe(false)
    expect('isAdmin' in {}).toBe(false)
    expectRefused(
      await owner.post(MISSIONS, undefined, { raw: `{"__proto__":${JSON.stringify(missionBody())}}` }),
      400,
      'sourceUrl',
    )
  })

  test('with milestones of a strange kind is refused by their name', async () => {
    for (const milestones of [{ length: 1, 0: { title: 'abc', required: true } }, '[]', 1, true]) {
      expectRefused(await create({ milestones }), 400, 'milestones')
    }
    expectRefused(
      await owner.post(MISSIONS, undefined, {
        raw: JSON.stringify(missionBody({ milestones: 'MARK' })).replace(
          '"MARK"',
          '[{"__proto__":{"title":"abc","required":true}}]',
        ),
      }),
      400,
      'milestones.0.title',
    )
  })

  test('may be nested as deep as 24 KB allow: it is ignored where nobody knows it, and refused where a text belongs', async () => {
    const deep = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count)
    for (const tower of [deep('[', ']', 11_000), `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`]) {
      const { status } = await owner.post(MISSIONS, undefined, {
        raw: `{"x":${tower},${JSON.stringify(missionBody()).slice(1)}`,
      })
      expect(status).toBe(201)
      expectRefused(
        await owner.post(MISSIONS, undefined, {
          raw: JSON.stringify(missionBody({ title: 'MARK' })).replace('"MARK"', tower),
        }),
        400,
        'title',
      )
    }
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '5',
    'true',
    '{"title":}',
    "{'title':'x'}",
    '{"title":"x"} {}',
    '\ufeff{}',
    'NaN',
    '{"a":1,}',
  ])('that is no JSON object (%j) is refused', async (text) =>
    expectRefused(await owner.post(MISSIONS, undefined, { raw: text }), 400),
  )

  test('that is not UTF-8 is refused', async () => {
    const json = Buffer.from(JSON.stringify(missionBody({ title: 'MARK' })))
    const at = json.indexOf('MARK')
    for (const bytes of [[0xff, 0xfe], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe9]]) {
      const broken = Buffer.concat([
        json.subarray(0, at),
        Buffer.from('abc'),
        Buffer.from(bytes),
        Buffer.from('def'),
        json.subarray(at + 4),
      ])
      expectRefused(await owner.post(MISSIONS, undefined, { raw: new Uint8Array(broken) }), 400)
    }
  })

  test('that names a field twice is read as JSON says: the last one counts', async () => {
    const { body } = await owner.post(MISSIONS, undefined, {
      raw: `{"title":5,${JSON.stringify(missionBody()).slice(1)}`,
    })
    expect(body.mission.title).toBe(missionBody().title)
  })
})

test("a challenge's texts follow the same rules", async () => {
  const wallet = await world.wallet()
  const made = await draftChallenge(wallet, {
    title: ' Cafe\u0301 🌱 ',
    contenderA: ' A\u030a ',
    prompt: ' One.\nTwo. ',
  })
  expect(made).toMatchObject({ title: 'Café 🌱', contenderA: 'Å', prompt: 'One.\nTwo.' })
  expectRefused(await wallet.post('/api/v1/challenges', challengeBody({ contenderB: 'a\u0000b' })), 400, 'contenderB')
  expectRefused(
    await wallet.post('/api/v1/challenges', challengeBody({ contenderB: '🌱'.repeat(81) })),
    400,
    'contenderB',
  )
  expectRefused(
    await wallet.post('/api/v1/challenges', challengeBody({ rewardDescription: '🌱'.repeat(501) })),
    400,
    'rewardDescription',
  )
})

test('the words that a verifier signs are the words that are stored and shown', async () => {
  const verifier = await world.verifier()
  const { mission, proof } = await provenMission(owner, await world.wallet())
  const reason = '  Cafe\u0301\n"quoted" \\ and\u2028a line 🌱 \u0085 Verdict: reject  '
  const kept = 'Café\n"quoted" \\ and\u2028a line 🌱 \u0085 Verdict: reject'
  const { status, body } = await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason })
  expect(status).toBe(201)
  const [review] = body.proof.reviews
  expect(review.reason).toBe(kept)
  const words = review.message.split('\nReason: ')[1]
  expect(JSON.parse(words)).toBe(kept)
  expect(words, 'no character of it breaks the line').not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  const { history } = (await world.get(`${MISSIONS}/${mission.id}`)).body.mission
  expect(history.at(-1).data.review).toEqual(review)
})

test('the words to sign must be text too', async () => {
  const verifier = await world.verifier()
  const { proof } = await provenMission(owner, await world.wallet())
  const path = `/api/v1/proof/${proof.id}/review`
  for (const escaped of ['\\u0000', '\\ud800', ' ']) {
    expectRefused(
      await verifier.post(path, undefined, { raw: `{"verdict":"approve","reason":"${escaped}"}` }),
      400,
      'reason',
    )
  }
  expectRefused(await verifier.post(path, { verdict: 'approve', reason: '🌱'.repeat(2001) }), 400, 'reason')
  expect((await verifier.post(path, { verdict: 'approve', reason: '🌱'.repeat(2000) })).status).toBe(200)
})

test('a wallet in a body that is someone designated is data, kept in EIP-55', async () => {
  const { address } = privateKeyToAccount(generatePrivateKey())
  expect(
    (await stored({ contributorWallet: ` ${address.toUpperCase().replace('0X', '0x')} ` })).contributorWallet,
  ).toBe(address)
})
