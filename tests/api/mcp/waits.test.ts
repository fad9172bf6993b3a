import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AGENT_WAITS_MAX, AGENT_WAITS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import type { Actor, Json } from '@/tests/support/client'
import { bareMessage, errorOf, MESSAGE_HEADERS, sendBare } from '@/tests/support/mcp'
import { request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import { seedMission } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { openWorld, type World } from '@/tests/support/world'
import { whileNobodyWrites } from '@/tests/support/write-turns'

// A call that brings its handle as `requestState` is kept waiting for the wallet. Nobody has to be signed in for that, so it
// may cost little.

/** Pino's number of the level of what nobody has to see. */
const DEBUG = 20
const nothing = () => undefined
const NO_RECORDER = { request: nothing, cache: nothing, platformCall: nothing, chainLookup: nothing, job: nothing }

let world: World
let owner: Actor
let other: Actor
/** How many calls wait in this process. */
let waiting: () => number
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  owner = await openSession(world.base, world.sql)
  other = await openSession(world.base, world.sql)
  const { walletWaits } = await import('@/lib/mcp/gate')
  waiting = walletWaits.taken
})
afterAll(() => world.close())

/** A mission, and an agent's request to claim it. */
async function askedToClaim(): Promise<{ id: string; handle: string }> {
  const { id } = await seedMission(owner)
  const { body } = await sendBare(world.base, 'tools/call', { name: 'claim_mission', arguments: { id } })
  return { id, handle: body.result.structuredContent.waiting.handle }
}

interface Asked {
  readonly id: string
  readonly handle: string
}

const messageOf = ({ id, handle }: Asked) =>
  bareMessage('tools/call', { name: 'claim_mission', arguments: { id }, requestState: handle })

/** Calls again with the handle, from a network. @returns the result. */
async function callAgain(asked: Asked, from = '127.0.0.1'): Promise<Json> {
  const { headers, body } = messageOf(asked)
  const sent = { method: 'POST', path: '/mcp', headers, body: JSON.stringify(body), from }
  return (await request(world.base, sent)).body.result
}

const refusedAs = (result: Json): string => errorOf(result).code

/** Its wallet stops the request. */
async function stop({ handle }: Asked): Promise<void> {
  const options = { headers: other.authorization }
  const { agentRequest } = (await world.send('POST', '/api/v1/agent-requests/open', { handle }, options)).body
  expect((await other.post(`/api/v1/agent-requests/${agentRequest.id}/stop`)).status).toBe(201)
}

test('of one network so many calls wait, and the next is told at once that nothing is settled', async () => {
  const asked = await askedToClaim()
  const told: Json[] = []
  const calls = Array.from({ length: AGENT_WAITS_PER_NETWORK_MAX }, () =>
    callAgain(asked).then((result) => told.push(refusedAs(result))),
  )
  await expect.poll(waiting).toBe(AGENT_WAITS_PER_NETWORK_MAX)
  expect(await callAgain(asked)).toMatchObject({ resultType: 'input_required', requestState: asked.handle })
  expect(told).toEqual([])

  const elsewhere = callAgain(asked, '127.0.0.7')
  await expect.poll(waiting).toBe(AGENT_WAITS_PER_NETWORK_MAX + 1)
  await stop(asked)
  await Promise.all(calls)
  expect(new Set(told)).toEqual(new Set(['forbidden']))
  expect(refusedAs(await elsewhere)).toBe('forbidden')
  expect(waiting()).toBe(0)
})

test('where a few networks have all that may wait, one of theirs gives way to a newcomer and is told that nothing is settled', async () => {
  const asked = await askedToClaim()
  // The time stands still, so no wait ends by itself.
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const told: { readonly from: string; readonly result: Json }[] = []
    const calls: Promise<unknown>[] = []
    const call = (from: string) => calls.push(callAgain(asked, from).then((result) => told.push({ from, result })))
    for (let place = 0; place < AGENT_WAITS_MAX; place++)
      call(`127.0.1.${1 + Math.floor(place / AGENT_WAITS_PER_NETWORK_MAX)}`)
    await expect.poll(waiting).toBe(AGENT_WAITS_MAX)
    expect(told).toEqual([])

    call('127.0.2.1')
    await expect.poll(() => told).toHaveLength(1)
    expect(told[0]?.from).toMatch(/^127\.0\.1\./)
    expect(told[0]?.result).toMatchObject({ resultType: 'input_required', requestState: asked.handle })
    expect(waiting()).toBe(AGENT_WAITS_MAX)
    await stop(asked)
    await Promise.all(calls)
    expect(told.slice(1).map(({ result }) => refusedAs(result))).toEqual(Array(AGENT_WAITS_MAX).fill('forbidden'))
  } finally {
    vi.useRealTimers()
  }
})

test('a call that waited for a wallet is no slow one in the log and the metrics', async () => {
  const asked = await askedToClaim()
  const lines: Json[] = []
  const counted: number[] = []
  const before = { log: globalThis.trellisLog, recorder: globalThis.trellisRecorder }
  globalThis.trellisLog = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  globalThis.trellisRecorder = {
    ...NO_RECORDER,
    request: (operation, _status, seconds) => void (operation === 'mcp' && counted.push(seconds)),
  }
  // The time stands still but for what the test lets pass.
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const call = callAgain(asked)
    // Not by `expect.poll`, which lets time pass.
    await until(() => waiting() === 1, 'the call waits')
    vi.advanceTimersByTime(20_000)
    await stop(asked)
    expect(refusedAs(await call)).toBe('forbidden')
    const [line] = lines.filter(({ operation }) => operation === 'mcp')
    expect(line).toMatchObject({ level: DEBUG, ms: 20_000, waited: 20_000 })
    expect(counted).toEqual([0])
  } finally {
    vi.useRealTimers()
    globalThis.trellisLog = before.log
    globalThis.trellisRecorder = before.recorder
  }
})

test('a call of 2025 is told at once that nothing is settled, as it is with its handle as an argument', async () => {
  const { id, handle } = await askedToClaim()
  const call = async (params: Json): Promise<Json> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const { text } = await request(world.base, { method: 'POST', path: '/mcp', headers: MESSAGE_HEADERS, body })
    // It comes as the one message of a stream.
    return JSON.parse(text.replace(/^[^{]*data: /, '')).result
  }
  const told = await call({ name: 'claim_mission', arguments: { id }, requestState: handle })
  expect(told.structuredContent).toMatchObject({ waiting: { handle } })
  expect(told).toEqual(await call({ name: 'claim_mission', arguments: { id, handle } }))
  expect(waiting()).toBe(0)
})

test('a call whose client has gone waits no longer', async () => {
  const asked = await askedToClaim()
  const { headers, body } = messageOf(asked)
  const gone = new AbortController()
  // The time stands still, so no wait ends by itself.
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const options = { method: 'POST', headers, body: JSON.stringify(body), signal: gone.signal }
    const lost = fetch(`${world.base}/mcp`, options).catch(() => null)
    await expect.poll(waiting).toBe(1)
    gone.abort()
    await expect.poll(waiting).toBe(0)
    expect(await lost).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('whoever looks after a request takes no turn to write from others', async () => {
  const asked = await askedToClaim()
  await whileNobodyWrites(async () => {
    const given = { name: 'claim_mission', arguments: asked }
    const { result } = (await sendBare(world.base, 'tools/call', given)).body
    expect(result.structuredContent?.waiting?.handle, JSON.stringify(result)).toBe(asked.handle)
  })
})

test('nor does whoever declines or opens what nobody asked for, or what has ended', async () => {
  const ended = await askedToClaim()
  await stop(ended)
  const unknown = { id: ended.id, handle: 'A'.repeat(43) }
  const decline = async ({ id, handle }: Asked) => {
    const inputResponses = { wallet: { action: 'decline' } }
    const given = { name: 'claim_mission', arguments: { id }, requestState: handle, inputResponses }
    return refusedAs((await sendBare(world.base, 'tools/call', given)).body.result)
  }
  const open = async ({ handle }: Asked) => {
    const options = { headers: other.authorization }
    return (await world.send('POST', '/api/v1/agent-requests/open', { handle }, options)).status
  }
  await whileNobodyWrites(async () => {
    expect([await decline(unknown), await decline(ended)]).toEqual(['not_found', 'forbidden'])
    expect([await open(unknown), await open(ended)]).toEqual([404, 200])
  })
  const waited = await askedToClaim()
  expect(await decline(waited)).toBe('forbidden')
})
