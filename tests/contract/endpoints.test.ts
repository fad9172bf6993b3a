import { expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { routes } from '@/lib/api/handlers'
import { cancelChallenge, getChallenge, submitDecision } from '@/lib/challenges/contract'
import { aliasOf, type Endpoint, writesRecord } from '@/lib/contract/endpoint'
import { claimMission, createMission, getMission, reviewProof } from '@/lib/missions/contract'
import { completeMission } from '@/lib/receipts/contract'
import { currentDocument } from '@/scripts/api/release'
import { textOf } from '@/tests/support/tracked-files'

// Every endpoint and who may call it: the test fails when one is dropped, moved, opened, or added without a promise.
const PROMISED = [
  ['GET', '/api/v1/challenges', 'public'],
  ['POST', '/api/v1/challenges', 'wallet'],
  ['GET', '/api/v1/challenges/{id}', 'public'],
  ['POST', '/api/v1/challenges/{id}/submissions', 'wallet'],
  ['POST', '/api/v1/challenges/{id}/decision', 'owner'],
  ['POST', '/api/v1/challenges/{id}/decision/withdraw', 'owner'],
  ['POST', '/api/v1/challenges/{id}/verify-decision', 'verifier'],
  ['POST', '/api/v1/challenges/{id}/convert', 'owner'],
  ['POST', '/api/v1/challenges/{id}/deadlines', 'owner'],
  ['POST', '/api/v1/challenges/{id}/cancel', 'owner'],
  ['GET', '/api/v1/missions', 'public'],
  ['POST', '/api/v1/missions', 'wallet'],
  ['GET', '/api/v1/missions/{id}', 'public'],
  ['GET', '/api/v1/missions/{id}/milestones', 'public'],
  ['GET', '/api/v1/missions/{id}/proof', 'public'],
  ['POST', '/api/v1/missions/{id}/claim', 'wallet'],
  ['POST', '/api/v1/missions/{id}/release', 'wallet'],
  ['POST', '/api/v1/missions/{id}/deadline', 'owner'],
  ['POST', '/api/v1/milestones/{id}/proof', 'contributor'],
  ['POST', '/api/v1/proof/{id}/review', 'verifier'],
  ['POST', '/api/v1/missions/{id}/complete', 'owner'],
  ['POST', '/api/v1/missions/{id}/payment', 'owner'],
  ['POST', '/api/v1/missions/{id}/files', 'contributor'],
  ['GET', '/api/v1/missions/{id}/files', 'public'],
  ['GET', '/api/v1/files/{id}', 'public'],
  ['GET', '/api/v1/review', 'public'],
  ['GET', '/api/v1/rewards/wallet/{address}', 'public'],
  ['GET', '/api/v1/me', 'wallet'],
  ['GET', '/api/v1/wallets/{address}', 'public'],
  ['GET', '/api/v1/wallets/{address}/links', 'public'],
  ['GET', '/api/v1/wallets/{address}/reviews', 'public'],
  ['GET', '/api/v1/private-feed', 'wallet'],
  ['POST', '/api/v1/private-feed', 'wallet'],
  ['POST', '/api/v1/private-feed/revoke', 'wallet'],
  ['GET', '/api/v1/search', 'public'],
  ['GET', '/api/v1/receipts', 'public'],
  ['GET', '/api/v1/receipts/{id}', 'public'],
  ['GET', '/api/v1/status', 'public'],
  ['GET', '/api/v1/seeds/onchain', 'public'],
  ['GET', '/api/v1/seeds/{id}/onchain', 'public'],
  ['POST', '/api/v1/auth/challenge', 'public'],
  ['POST', '/api/v1/auth/verify', 'public'],
  ['POST', '/api/v1/auth/signout', 'session'],
  ['GET', '/api/v1/sessions', 'wallet'],
  ['POST', '/api/v1/sessions/revoke-all', 'wallet'],
  ['POST', '/api/v1/sessions/{id}/revoke', 'wallet'],
  ['GET', '/api/v1/agent-requests', 'wallet'],
  ['POST', '/api/v1/agent-requests/open', 'public'],
  ['POST', '/api/v1/agent-requests/{id}/stop', 'wallet'],
  ['GET', '/api/v1/challenges/{id}/musebook', 'public'],
  ['POST', '/api/v1/challenges/{id}/musebook', 'owner'],
  ['POST', '/api/v1/challenges/{id}/musebook/sync', 'owner'],
  ['POST', '/api/v1/challenges/{id}/proposals/{pid}/accept', 'owner'],
  ['POST', '/api/v1/challenges/{id}/proposals/{pid}/reject', 'owner'],
  ['GET', '/api/v1/platform-status', 'public'],
  ['GET', '/api/v1/platform-outbox', 'public'],
  ['POST', '/api/v1/platform-outbox', 'owner'],
  ['POST', '/api/v1/platform-outbox/{id}/approve', 'admin'],
  ['POST', '/api/v1/platform-outbox/{id}/cancel', 'admin'],
  ['POST', '/api/v1/platform-outbox/{id}/settle', 'admin'],
  ['GET', '/api/v1/musebook-status', 'public'],
  ['GET', '/api/v1/musebook-outbox', 'public'],
  ['POST', '/api/v1/musebook-outbox', 'owner'],
  ['POST', '/api/v1/musebook-outbox/{id}/approve', 'admin'],
  ['POST', '/api/v1/musebook-outbox/{id}/cancel', 'admin'],
  ['POST', '/api/v1/musebook-outbox/{id}/settle', 'admin'],
  ['GET', '/api/v1/muse-links', 'public'],
  ['POST', '/api/v1/muse-links/start', 'wallet'],
  ['POST', '/api/v1/muse-links/verify', 'wallet'],
  ['POST', '/api/v1/muse-links/unlink', 'wallet'],
  ['GET', '/api/v1/notifications', 'wallet'],
  ['POST', '/api/v1/notifications/read', 'wallet'],
  ['GET', '/api/v1/moderation/tombstone', 'wallet'],
  ['GET', '/api/v1/events', 'public'],
  ['GET', '/api/v1/events/stream', 'public'],
  ['GET', '/api/v1/rules', 'public'],
  ['GET', '/api/v1/openapi.json', 'public'],
  ['GET', '/api/ready', 'public'],
  ['GET', '/api/health', 'public'],
  ['GET', '/api/cron/deadlines', 'cron'],
  ['GET', '/api/import', 'public'],
  ['GET', '/api/battles', 'public'],
  ['POST', '/api/battles', 'wallet'],
  ['GET', '/api/battles/{id}', 'public'],
  ['POST', '/api/battles/{id}/responses', 'wallet'],
  ['POST', '/api/battles/{id}/deadlines', 'owner'],
  ['POST', '/api/battles/{id}/decision/withdraw', 'owner'],
  ['POST', '/api/auth/challenge', 'public'],
  ['POST', '/api/auth/verify', 'public'],
  ['POST', '/api/auth/signout', 'session'],
  ['GET', '/api/auth/session', 'public'],
  ['POST', '/api/moderation', 'admin'],
  ['GET', '/api/moderation', 'admin'],
  ['GET', '/api/moderation/reports', 'admin'],
  ['POST', '/api/moderation/reports', 'wallet'],
  ['POST', '/api/moderation/reports/{id}/dismiss', 'admin'],
  ['GET', '/api/roles', 'public'],
  ['GET', '/api/projects', 'public'],
  ['POST', '/api/projects', 'wallet'],
  ['GET', '/api/projects/{id}', 'public'],
  ['GET', '/api/projects/{id}/commitments', 'public'],
  ['POST', '/api/projects/{id}/commitments', 'wallet'],
  ['GET', '/api/projects/{id}/decisions', 'public'],
  ['POST', '/api/projects/{id}/decisions', 'wallet'],
  ['GET', '/api/projects/{id}/funding', 'public'],
  ['POST', '/api/projects/{id}/funding', 'wallet'],
  ['GET', '/api/projects/{id}/evidence', 'public'],
  ['POST', '/api/projects/{id}/evidence', 'wallet'],
  ['GET', '/api/projects/{id}/milestones', 'public'],
  ['POST', '/api/projects/{id}/milestones', 'owner'],
  ['PATCH', '/api/projects/{id}/milestones/{milestoneId}', 'owner'],
  ['POST', '/api/projects/{id}/release', 'wallet'],
  ['POST', '/api/projects/{id}/deadline', 'owner'],
  ['POST', '/api/projects/{id}/outcome', 'wallet'],
  ['POST', '/api/projects/{id}/tx-checks', 'wallet'],
  ['POST', '/api/projects/{id}/verifications/prepare', 'verifier'],
  ['POST', '/api/projects/{id}/verifications', 'verifier'],
] as const

const spelt = (method: string, path: string) => `${method} ${path}`

test.each(PROMISED)('%s %s exists, for %s', (method, path, access) => {
  const found = contracts.filter((endpoint) => endpoint.method === method && endpoint.path === path)
  expect(found.map((endpoint) => endpoint.access)).toEqual([access])
})

test('every endpoint is promised', () => {
  const promised = new Set(PROMISED.map(([method, path]) => spelt(method, path)))
  expect(contracts.map(({ method, path }) => spelt(method, path)).filter((one) => !promised.has(one))).toEqual([])
})

test('the table of docs/interface.md names every path, and no other', () => {
  const [, table = ''] = /^## Endpoints\n([\s\S]*?)\n## /m.exec(textOf('docs/interface.md')) ?? []
  const named = table.split('\n').flatMap((line) => {
    const [, , v1, earlier] = line.startsWith('|') ? line.split('|') : []
    return [...pathsIn('/api/v1', v1), ...pathsIn('/api', earlier)]
  })
  expect(named.length).toBe(new Set(named).size)
  const aliases = new Set(contracts.map(({ path }) => aliasOf(path)))
  const declared = new Set(contracts.map(({ path }) => path).filter((path) => !aliases.has(path)))
  expect(named.sort()).toEqual([...declared].sort())
})

/** The paths of a cell; `…` stands for the path of the record that was named last. */
function pathsIn(base: string, cell = ''): string[] {
  let record = ''
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => {
    if (path.startsWith('…')) return `${base}${record}${path.slice(1)}`
    record = path.replace(/(?<=\}).*/, '')
    return `${base}${path}`
  })
}

test('every contract has exactly one handler, and every handler a contract', () => {
  const declared = contracts.map(({ method, path }) => spelt(method, path)).sort()
  const answered = routes.map(({ endpoint }) => spelt(endpoint.method, endpoint.path)).sort()
  expect(answered).toEqual(declared)
})

test('a handler is bound to the contract of its own kind', () => {
  for (const { kind, endpoint } of routes)
    expect(`${endpoint.operationId} ${kind}`).toBe(`${endpoint.operationId} ${endpoint.kind}`)
})

test('no two endpoints share a method and path', () => {
  const all = contracts.map(({ method, path }) => spelt(method, path.replaceAll(/\{\w+\}/g, '{}')))
  expect(all.filter((one, place) => all.indexOf(one) !== place)).toEqual([])
})

test('operation ids are unique camel-case words', () => {
  const ids = contracts.map((endpoint) => endpoint.operationId)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]*)*$/)
})

test('every path lives under /api, and its parameters never stand beside other words', () => {
  for (const { path } of contracts) expect(path).toMatch(/^\/api(\/([a-z0-9][a-z0-9.-]*|\{[a-zA-Z]+\}))+$/)
})

test('every write and call shows an example of its body that its own schema accepts', () => {
  for (const endpoint of contracts) {
    if (endpoint.method === 'GET') continue
    const schema = endpoint.kind === 'signed' ? endpoint.steps?.prepare : endpoint.body
    expect(schema?.safeParse(endpoint.example).error, endpoint.operationId).toBeUndefined()
  }
})

test('no example of a body names a day that comes while somebody may still send it', () => {
  const days = contracts.flatMap(({ example }) => JSON.stringify(example ?? null).match(/\d{4}-\d\d-\d\d/g) ?? [])
  expect(days.length).toBeGreaterThan(4)
  for (const day of days) expect(day > '2090').toBe(true)
})

test('the example of an answer tells what the request of its example has made of the record', () => {
  const { paths } = currentDocument()
  const answerOf = ({ path, method, status }: Endpoint) =>
    Object(paths[path]?.[method.toLowerCase()]?.['responses'])[status]?.content?.['application/json']?.example
  for (const endpoint of contracts) {
    const answer = answerOf(endpoint)
    if (answer !== undefined) expect(endpoint.returns.safeParse(answer).error, endpoint.operationId).toBeUndefined()
  }
  expect(answerOf(claimMission).mission).toMatchObject({ state: 'CLAIMED', contributorWallet: expect.any(String) })
  expect(answerOf(cancelChallenge).challenge.cancellation).toMatchObject(cancelChallenge.example)
  expect(answerOf(submitDecision).challenge).toMatchObject({
    state: 'DECISION_SUBMITTED',
    decision: submitDecision.example,
  })
  expect(answerOf(reviewProof).proof).toMatchObject({ status: 'verified', reviews: [reviewProof.example] })
  expect(answerOf(completeMission).mission).toMatchObject({
    state: 'COMPLETED',
    outcome: completeMission.example.outcome,
  })
  const { title, summary } = createMission.example
  expect(answerOf(createMission).mission).toMatchObject({ state: 'SEED', title, summary })
  expect(answerOf(getMission).mission.history).toMatchObject([{ seq: 1, kind: 'mission-created', to: 'SEED' }])
  expect(answerOf(getChallenge).challenge.history).toMatchObject([{ seq: 1, kind: 'challenge-created', to: 'DRAFT' }])
})

test('every write of records is counted in a group', () => {
  const uncounted = contracts.filter((endpoint) => writesRecord(endpoint) && endpoint.limit === undefined)
  expect(uncounted.map((endpoint) => endpoint.operationId)).toEqual([])
})

test('a write of records is never public', () => {
  const open = contracts.filter(
    (endpoint) => writesRecord(endpoint) && (endpoint.access === 'public' || endpoint.access === 'session'),
  )
  expect(open.map((endpoint) => endpoint.operationId)).toEqual([])
})
