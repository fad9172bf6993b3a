import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedByProgram } from '@/tests/support/agent-request'
import { PROCESS_MS_MAX, runScript } from '@/tests/support/script'
import { openSession } from '@/tests/support/session'
import { claimedMission, created, draftChallenge, seedMission } from '@/tests/support/story'
import { fileBody, samples, sendUpload } from '@/tests/support/upload'
import { openWorld, type World } from '@/tests/support/world'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const run = (args: readonly string[], from?: 'sources') => runScript('erase', args, process.env, from)

test('the command erases, says what, and finds nothing more', { timeout: PROCESS_MS_MAX }, async () => {
  const owner = await openSession(world.base, world.sql)
  const { id } = await seedMission(owner, { title: 'All about Franz Biberkopf' })
  const order = ['--record', `mission:${id}`, '--reason', 'Law 7']
  const erased = await run(order, 'sources')
  expect([erased.code, erased.err]).toEqual([0, ''])
  expect(erased.out).toContain('Erased 1 in MissionTitle.')
  expect((await world.get(`/api/v1/missions/${id}`)).body.mission.title).toBe('[erased: Law 7]')
  expect((await run(order)).out).toBe('There is nothing left to erase.\n')
})

test('what it erases is in no sample either that the planner has of a column', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const owner = await openSession(world.base, world.sql)
  const { id } = await seedMission(owner, { title: 'All about Leberecht Sampled' })
  // A histogram takes more than one value.
  for (const title of ['Nothing about him', 'About somebody else']) await seedMission(owner, { title })
  for (const who of ['Leberecht', 'somebody else']) await askedByProgram(JSON.stringify({ title: `All about ${who}` }))
  await world.sql.query('ANALYZE')
  // As the schedule does when their time is over.
  await world.sql.query('UPDATE "AgentRequest" SET body = NULL')
  const sampled = async () => {
    const { rows } = await world.sql.query(
      `SELECT tablename || '.' || attname AS name FROM pg_stats WHERE schemaname = 'public' AND strpos(lower(concat_ws(' ',
        most_common_vals, histogram_bounds, most_common_elems)), 'leberecht') > 0`,
    )
    return rows.map(({ name }) => name)
  }
  const places = ['AgentRequest.body', 'Mission.title', 'MissionTitle.folded', 'SearchText.words']
  expect(await sampled()).toEqual(expect.arrayContaining(places))
  const erased = await run(['--record', `mission:${id}`, '--reason', 'Law 7'])
  expect([erased.code, erased.err]).toEqual([0, ''])
  expect(await sampled()).toEqual([])
})

/** Has ANALYZE do this for what a challenge is found by, until `work` is done. */
async function analyzing(act: string, work: () => Promise<void>): Promise<void> {
  const name = `act_${randomBytes(4).toString('hex')}`
  const body = (statement: string) =>
    world.sql.query(
      `CREATE OR REPLACE FUNCTION ${name}(folded text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN ${statement}; RETURN folded; END'`,
    )
  await draftChallenge(await openSession(world.base, world.sql))
  await body('NULL')
  // ANALYZE computes what is indexed.
  await world.sql.query(`CREATE INDEX ${name} ON "ChallengeTitle" (${name}(folded))`)
  await body(act)
  try {
    await work()
  } finally {
    await world.sql.query(`DROP INDEX ${name}`)
  }
}

test('where the database only warns about a table, as it does where the role may not sample it, the command has done its work', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const { id } = await seedMission(await openSession(world.base, world.sql))
  await analyzing("RAISE WARNING ''Skipping it.''", async () => {
    const erased = await run(['--record', `mission:${id}`, '--reason', 'Law 7'])
    expect([erased.code, erased.err]).toEqual([0, ''])
  })
})

test('where one table cannot be sampled, the others are', async () => {
  const { refreshStatistics } = await import('@/lib/erasure/planner-statistics')
  const sampled = async () => {
    const names = `('Challenge', 'ChallengeTitle', 'Mission', 'AgentRequest')`
    const { rows } = await world.sql.query(
      `SELECT relname, analyze_count::int AS times FROM pg_stat_user_tables WHERE relname IN ${names}`,
    )
    return new Map<string, number>(rows.map(({ relname, times }) => [relname, times]))
  }
  await analyzing("RAISE ''It is broken.''", async () => {
    const before = await sampled()
    await expect(refreshStatistics()).rejects.toThrow('It is broken.')
    const anew = [...(await sampled())].filter(([name, times]) => times > (before.get(name) ?? 0))
    expect(anew.map(([name]) => name).sort()).toEqual(['AgentRequest', 'Challenge', 'Mission'])
  })
})

test('neither a table that cannot be sampled nor a store that is away holds up the other', {
  timeout: PROCESS_MS_MAX,
}, async () => {
  const kept = () => readdirSync(process.env.EVIDENCE_DIR ?? '')
  /** A mission without a challenge, whose title the broken index is of, and with a file. */
  const withFile = async () => {
    const contributor = await openSession(world.base, world.sql)
    const { id } = await claimedMission(await openSession(world.base, world.sql), contributor)
    const body = fileBody(samples['text/plain']())
    const { file } = await created(sendUpload(world.base, contributor, id, body))
    return { order: ['--record', `mission:${id}`, '--reason', 'Law 7'], name: `evidence-${file.id}.txt` }
  }
  const one = await withFile()
  expect(kept()).toContain(one.name)
  await analyzing("RAISE ''It is broken.''", async () => {
    const { code, err } = await run(one.order)
    expect([code, err]).toEqual([1, expect.stringContaining('It is broken.')])
  })
  expect(kept()).not.toContain(one.name)
  const { order } = await withFile()
  const sampled = async () => {
    const { rows } = await world.sql.query(
      `SELECT analyze_count::int AS n FROM pg_stat_user_tables WHERE relname = 'Mission'`,
    )
    return rows[0].n
  }
  const before = await sampled()
  const { code, err } = await runScript('erase', order, { ...process.env, EVIDENCE_DIR: '' })
  expect([code, err]).toEqual([1, expect.stringContaining('no storage is configured')])
  expect(await sampled()).toBe(before + 1)
})

test('without a reason it refuses to run, and nothing is erased', { timeout: PROCESS_MS_MAX }, async () => {
  const { id } = await seedMission(await openSession(world.base, world.sql))
  const refused = await run(['--record', `mission:${id}`])
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toContain('--reason is missing')
  expect(refused.err).toContain('npm run erase -- --record')
  expect((await world.get(`/api/v1/missions/${id}`)).text).not.toContain('[erased')
})

test('a statement may take longer than a request would wait for it', async () => {
  const { id } = await seedMission(await openSession(world.base, world.sql), { title: 'A large story' })
  await world.sql.query(`CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(6); RETURN NEW; END $$`)
  await world.sql.query(
    'CREATE TRIGGER take_long BEFORE UPDATE ON "MissionTitle" FOR EACH ROW EXECUTE FUNCTION take_long()',
  )
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const limits = { part: null, fields: [], dryRun: false }
  const { texts } = await eraseRecord({ type: 'mission', id, reason: 'Law 7', ...limits })
  expect(texts.get('MissionTitle')).toBe(1)
})
