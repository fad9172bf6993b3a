import { expect, test } from 'vitest'
import { handleMcp } from '@/lib/mcp/handle'
import { serviceEnvironment } from '@/tests/support/environment'
import { countRounds } from '@/tests/support/loop-rounds'
import { bareMessage } from '@/tests/support/mcp'

// Nobody has to be signed in to send messages, and each is work for the one core that answers everything else.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const { headers, body } = bareMessage('tools/list')

/** Sends a message without a network. @param gone aborts when its client has gone. */
const ask = (address: string, gone?: AbortSignal) =>
  handleMcp({
    method: 'POST',
    target: '/mcp',
    address,
    header: (name) => headers[name] ?? null,
    readBody: async () => new TextEncoder().encode(JSON.stringify(body)),
    async *streamBody() {},
    ...(gone ? { gone: () => gone } : {}),
  })

test('of messages that come together one is begun in a round of the event loop, so that others go on between', async () => {
  await ask('203.0.113.1')
  const sent = 40
  const rounds = countRounds()
  const answers = await Promise.all(Array.from({ length: sent }, () => ask('203.0.113.1')))
  rounds.stop()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(rounds.now()).toBeGreaterThanOrEqual(sent - 1)
})

test('one network has its turn after the other', async () => {
  const answered: string[] = []
  const asked = (address: string) => ask(address).then(() => answered.push(address))
  const loud = Array.from({ length: 40 }, () => asked('203.0.113.1'))
  await Promise.all([...loud, asked('203.0.113.2')])
  expect(answered.indexOf('203.0.113.2')).toBeLessThan(10)
})

test('of very many that wait, those of the network that has most are told to come again', async () => {
  const loud = Array.from({ length: 600 }, () => ask('203.0.113.1'))
  expect((await ask('203.0.113.2')).status).toBe(200)
  const refused = (await Promise.all(loud)).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers } of refused) expect([status, headers['retry-after']]).toEqual([503, '2'])
})

test('whoever has gone while it waited takes no turn', async () => {
  const gone = new AbortController()
  const others = Array.from({ length: 5 }, () => ask('203.0.113.1'))
  const left = ask('203.0.113.1', gone.signal)
  gone.abort()
  expect((await left).status).toBe(400)
  for (const { status } of await Promise.all(others)) expect(status).toBe(200)
})
