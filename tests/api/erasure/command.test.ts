import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedByProgram } from '@/tests/support/agent-request'
import { PROCESS_MS_MAX, runScript } from '@/tests/support/script'
import { openSession } from '@/tests/support/session'
import { seedMission } from '@/tests/support/story'
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
