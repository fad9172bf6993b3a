import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPTIONS as ofResource } from '@/app/.well-known/oauth-protected-resource/[[...path]]/route'
import { OPTIONS as ofRules } from '@/app/.well-known/trellis.json/route'
import { OPTIONS as ofChallenges } from '@/app/(site)/challenges/feed.xml/route'
import { OPTIONS as ofMissions } from '@/app/(site)/missions/feed.xml/route'
import { OPTIONS as ofPage } from '@/app/(site)/receipts/[id]/receipt.html/route'
import { OPTIONS as ofReceipt } from '@/app/(site)/receipts/[id]/receipt.json/route'
import { OPTIONS as ofAgents } from '@/app/llms.txt/route'
import { proxy } from '@/proxy.bare'
import { request } from '@/tests/support/request'
import { openWorld, type World } from '@/tests/support/world'

// Files for programs are public reads like those of the API: a page of another site may ask for them by `If-None-Match`.

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const PREFLIGHT = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
const ID = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'

const TOLD = [
  'allow',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
] as const

const front = async (path: string, method = 'OPTIONS') => request(world.base, { method, path, headers: PREFLIGHT })

test.each<[string, () => Response]>([
  ['/.well-known/trellis.json', ofRules],
  ['/.well-known/oauth-protected-resource', ofResource],
  ['/.well-known/oauth-protected-resource/mcp', ofResource],
  ['/llms.txt', ofAgents],
  ['/challenges/feed.xml', ofChallenges],
  ['/missions/feed.xml', ofMissions],
  [`/receipts/${ID}/receipt.json`, ofReceipt],
  [`/receipts/${ID}/receipt.html`, ofPage],
])('OPTIONS of %s tells what a public read of the API tells, at both mounts', async (path, next) => {
  const [{ status, headers, text }, rules] = [await front(path), await front('/api/v1/rules')]
  expect([status, text]).toEqual([204, ''])
  const passed = proxy(new NextRequest(`${world.base}${path}`, { method: 'OPTIONS' }))
  expect(passed.headers.get('x-middleware-next')).toBe('1')
  const { status: nextStatus, headers: nextHeaders } = next()
  expect(nextStatus).toBe(204)
  for (const name of TOLD) {
    expect(headers[name], name).toBe(rules.headers[name])
    expect(nextHeaders.get(name), name).toBe(rules.headers[name])
  }
})

test('another method there is told all that are answered, and a page goes on taking reads alone', async () => {
  const wrong = await front('/.well-known/trellis.json', 'POST')
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  const page = await front('/challenges')
  expect([page.status, page.headers['allow']]).toEqual([405, 'GET, HEAD'])
  expect(proxy(new NextRequest(`${world.base}/challenges`, { method: 'OPTIONS' })).status).toBe(405)
})
