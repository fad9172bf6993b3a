import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { planOf } from '@/tests/support/plan'
import { completedMission, draftChallenge } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Neither what a wallet has finished nor what others have designated it for makes anything slower that is asked about it: only what is
// found is read.

const RECORDS = 2_000

let world: World
let busy: Actor

/** Copies a record for the same wallets, or for many others that have two each. @param ofOthers the fields in which theirs differ. */
async function copies(table: 'Challenge' | 'Mission', id: string, ofOthers?: object): Promise<void> {
  const wallets = ofOthers
    ? `json_build_object('owner', md5(r.id || 'o' || i / 2), 'contributorWallet', md5(r.id || 'c' || i / 2))`
    : `'{}'`
  await world.sql.query(
    `INSERT INTO "${table}" SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'challengeId', NULL)
        || ${wallets}::jsonb || $2::jsonb)).* FROM "${table}" r, generate_series(1, ${RECORDS}) i WHERE r.id = $1`,
    [id, JSON.stringify(ofOthers ?? {})],
  )
}

beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  busy = await world.wallet()
  const [other, verifier] = [await world.wallet(), await world.verifier()]
  const cancelled = await draftChallenge(busy)
  expect((await busy.post(`/api/v1/challenges/${cancelled.id}/cancel`, { reason: 'It rains.' })).status).toBe(201)
  const { mission: owned } = await completedMission(busy, other, verifier)
  const { mission: contributed } = await completedMission(other, busy, verifier)
  await copies('Challenge', cancelled.id)
  await copies('Challenge', cancelled.id, { state: 'DRAFT', cancelReason: null, cancelledAt: null })
  for (const { id } of [owned, contributed]) {
    await copies('Mission', id)
    await copies('Mission', id, { state: 'SEED', bountyAmount: '5', bountyCurrency: 'ETH' })
  }
  for (const table of ['Challenge', 'Mission']) {
    await world.sql.query(
      `INSERT INTO "${table}Title" SELECT id, left(lower(title), 12) FROM "${table}" ON CONFLICT DO NOTHING`,
    )
    await world.sql.query(`VACUUM (ANALYZE) "${table}"`)
    await world.sql.query(`VACUUM (ANALYZE) "${table}Title"`)
  }
})
afterAll(() => world.close())

/** The plan of the last statement of a read of the wallet's, once what is sampled is kept. */
async function planFor(path: string): Promise<string> {
  const target = path.replace('BUSY', busy.address)
  expect((await busy.get(target)).status).toBe(200)
  const sent = recordStatements()
  await busy.get(target)
  return (await planOf(world.sql, sent.at(-1) ?? '')).join('\n')
}

test.each([
  ['what it has to do', '/api/v1/me', 'using "Challenge_unfinished"'],
  ['its challenges in a state', '/api/v1/challenges?owner=BUSY&state=OPEN', 'using "Challenge_list_owner_state"'],
  ['its missions in a state', '/api/v1/missions?owner=BUSY&state=CLAIMED', 'using "Mission_list_owner_state"'],
  [
    'missions that it does, in a state',
    '/api/v1/missions?contributor=BUSY&state=CLAIMED',
    'using "Mission_list_contributor_state"',
  ],
  ['its missions with a bounty', '/api/v1/missions?owner=BUSY&bounty=true', 'using "Mission_bounty_owner"'],
  [
    'missions with a bounty that it does',
    '/api/v1/missions?contributor=BUSY&bounty=true',
    'using "Mission_bounty_contributor"',
  ],
  ['missions that it has contributed to', '/api/v1/missions?contributed=BUSY', 'using "Mission_contributed"'],
  ['its challenges by rare words', '/api/v1/challenges?owner=BUSY&q=xyzzy', 'on "ChallengeTitle_grams"'],
  ['its missions by rare words', '/api/v1/missions?owner=BUSY&q=xyzzy', 'on "MissionTitle_grams"'],
  ['missions that it does, by rare words', '/api/v1/missions?contributor=BUSY&q=xyzzy', 'on "MissionTitle_grams"'],
  ['missions it contributed to, by rare words', '/api/v1/missions?contributed=BUSY&q=xyzzy', 'on "MissionTitle_grams"'],
])('%s is found by an index of that alone, among thousands of finished records', async (_, path, index) => {
  const plan = await planFor(path)
  expect(plan).toContain(index)
})

test('what it does, by the day that ends it, is read in that order, whatever it is designated for', async () => {
  const plan = await planFor('/api/v1/missions?contributor=BUSY&sort=deadline')
  expect(plan).toContain('using "Mission_running_contributor"')
  expect(plan).not.toContain('Sort Key: m.deadline')
})

test.each([
  ['missions it contributed to', 'contributed=BUSY', '"Mission_contributed_day"'],
  ['missions with a bounty that it does', 'contributor=BUSY&bounty=true', '"Mission_bounty_contributor_day"'],
  ['missions with a bounty that it contributed to', 'contributed=BUSY&bounty=true', '"Mission_contributed_day"'],
  ['missions it does in a state', 'contributor=BUSY&state=CLAIMED', '"Mission_contributed_day"'],
])(
  '%s, by the day that ends them, are found without a walk through what it is designated for',
  async (_, query, index) => {
    const plan = await planFor(`/api/v1/missions?${query}&sort=deadline`)
    expect(plan).toContain(`using ${index}`)
  },
)

test('what it has to do is looked up by states, without a look at what it is designated for', async () => {
  const plan = await planFor('/api/v1/me')
  expect(plan).not.toContain('"Mission_running_contributor"')
  expect(
    plan.match(
      /using "Mission_list_contributor_state" .*\n *Index Cond: \(\("contributorWallet" = \$\d+\) AND \(state = s/g,
    ),
  ).toHaveLength(2)
})

test('its Seeds are one row, however many entries its ledger has', async () => {
  await world.sql.query(
    `INSERT INTO "SeedEntry" (wallet, amount, kind, "evidenceHash", "createdAt")
     SELECT $1, 10, 'milestone-verified', repeat('a', 64), now() FROM generate_series(1, ${RECORDS})`,
    [busy.address],
  )
  const plan = await planFor('/api/v1/rewards/wallet/BUSY')
  expect(plan).toContain('"SeedBalance"')
  expect(plan.match(/on "SeedEntry"/g)).toHaveLength(1)
})
