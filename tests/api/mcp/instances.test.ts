import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { connectAgent, partsOf } from '@/tests/support/mcp'
import { challengeBody } from '@/tests/support/story'

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster(2, { environment: { RATE_LIMIT_SCALE: '1000' } })
})
afterAll(() => cluster?.close())

test('what is asked at one instance is finished once at any, and told by any', async () => {
  const [first, second] = cluster.instances
  if (!first || !second) throw new Error('No two instances.')
  const [wallet] = await cluster.wallets(1)
  if (!wallet) throw new Error('No wallet.')
  const [here, there] = [await connectAgent(first.base), await connectAgent(second.base)]
  const given = challengeBody()
  const { waiting } = partsOf(await here.callTool({ name: 'create_challenge', arguments: given }))
  const headers = { 'agent-request': String(waiting.handle) }
  const answers = await Promise.all(
    [...cluster.everywhere(wallet), ...cluster.everywhere(wallet)].map((at) =>
      at.post('/api/v1/challenges', given, { headers }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  const made = answers.find(({ status }) => status === 201)?.body
  for (const agent of [here, there]) {
    const told = await agent.callTool({ name: 'create_challenge', arguments: { ...given, handle: waiting.handle } })
    expect(partsOf(told).answer).toEqual(made)
    await agent.close()
  }
})

test('of a network at most so many requests wait: the next is told when to come back', async () => {
  // Four in each window: of nine at least one is refused, wherever a window ends.
  const limited = await openCluster(1, { environment: { RATE_LIMIT_SCALE: '0.1' } })
  const agent = await connectAgent(limited.base)
  const told: string[] = []
  for (let count = 0; count < 9; count += 1) {
    const { content, isError } = await agent.callTool({ name: 'create_challenge', arguments: challengeBody() })
    if (isError) told.push(JSON.stringify(content))
  }
  expect(told[0]).toContain('rate_limited')
  expect(told[0]).toContain('retryAfterSeconds')
  await agent.close()
  await limited.close()
})
