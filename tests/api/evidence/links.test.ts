import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DELETE, GET, HEAD, OPTIONS } from '@/app/api/[[...path]]/route'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission } from '@/tests/support/story'
import { fileBody, filesOf, follow, samples, sendUpload, sha256 } from '@/tests/support/upload'
import { expectError, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const TEN_MINUTES = 600

let world: World
let contributor: Actor
let mission: Json
beforeAll(async () => {
  world = await openWorld()
  contributor = await world.wallet()
  mission = await claimedMission(await world.wallet(), contributor)
  for (const word of ['first', 'second'])
    await sendUpload(world.base, contributor, mission.id, fileBody(samples['image/png'](word)))
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const files = () => filesOf(world.base, mission.id)
const get = (url: string, headers = {}) => follow(world.base, url, 'GET', headers)

test('a link lives for 10 minutes by the product’s clock and then is 410', async () => {
  const [{ downloadUrl }] = await files()
  for (const seconds of [0, TEN_MINUTES - 120]) {
    world.setClock(seconds)
    expect((await get(downloadUrl)).status).toBe(200)
  }
  for (const seconds of [TEN_MINUTES, 86_400]) {
    world.setClock(seconds)
    expectError(await get(downloadUrl), 410, 'expired')
    expect((await get((await files())[0].downloadUrl)).status).toBe(200)
  }
})

test('a link that was changed in any part is 403', async () => {
  const [one, other] = await files()
  const url = new URL(one.downloadUrl)
  const signature = url.searchParams.get('signature') ?? ''
  const expires = url.searchParams.get('expires') ?? ''
  const changed = (change: (to: URL) => void) => {
    const to = new URL(one.downloadUrl)
    change(to)
    return to.href
  }
  const links = [
    changed((to) => to.searchParams.set('expires', String(Number(expires) + 1))),
    changed((to) => to.searchParams.set('expires', `${expires}0`)),
    changed((to) => to.searchParams.set('expires', `0${expires}`)),
    changed((to) => to.searchParams.set('expires', 'never')),
    changed((to) => to.searchParams.delete('expires')),
    changed((to) => to.searchParams.delete('signature')),
    changed((to) => to.searchParams.set('signature', '')),
    changed((to) => to.searchParams.set('signature', signature.slice(0, -1))),
    changed((to) => to.searchParams.set('signature', signature.toUpperCase())),
    changed((to) => to.searchParams.set('signature', `${signature}=`)),
    changed((to) => to.searchParams.set('signature', 'ä'.repeat(43))),
    one.downloadUrl.replace(one.id, other.id),
    one.downloadUrl.replace(one.id, UNKNOWN_ID),
  ]
  for (const link of links) expectError(await get(link), 403, 'forbidden')
})

test('a link needs no session, no origin and no key: whoever holds it has it', async () => {
  const [{ downloadUrl }] = await files()
  const answer = await get(downloadUrl, { origin: 'https://anywhere.example', 'sec-fetch-site': 'cross-site' })
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
})

test('HEAD tells what GET would, and what the client has is 304', async () => {
  const [{ downloadUrl, sha256: hash }] = await files()
  const whole = await get(downloadUrl)
  const head = await follow(world.base, downloadUrl, 'HEAD')
  const { date: _when, 'x-request-id': _own, ...told } = head.headers
  const { date: _then, 'x-request-id': _other, ...expected } = whole.headers
  expect([head.status, head.bytes.length, told]).toEqual([200, 0, expected])
  const again = await get(downloadUrl, { 'if-none-match': `"${hash}"` })
  expect([again.status, again.bytes.length, again.headers['content-disposition']]).toEqual([
    304,
    0,
    whole.headers['content-disposition'],
  ])
})

test('both mounts give a file, its headers and its refusals alike', async () => {
  const [{ downloadUrl }] = await files()
  const changed = downloadUrl.replace('expires=1', 'expires=2')
  const ofConnection = /^(date|connection|keep-alive|transfer-encoding|content-length|x-request-id)$/
  for (const url of [downloadUrl, changed]) {
    const front = await get(url)
    const next = await GET(new Request(url))
    expect(next.status).toBe(front.status)
    expect(sha256(new Uint8Array(await next.arrayBuffer()))).toBe(sha256(front.bytes))
    const of = (headers: Iterable<readonly [string, string]>) =>
      Object.fromEntries([...headers].filter(([name]) => !ofConnection.test(name)))
    expect(of(next.headers)).toEqual(of(Object.entries(front.headers)))
  }
  const head = await HEAD(new Request(downloadUrl, { method: 'HEAD' }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await DELETE(new Request(downloadUrl, { method: 'DELETE' }))).status).toBe(405)
  expect((await OPTIONS(new Request(downloadUrl, { method: 'OPTIONS' }))).headers.get('allow')).toBe(
    'GET, HEAD, OPTIONS',
  )
})

test('a reader that leaves in the middle of a file disturbs nobody', async () => {
  const { body } = await sendUpload(world.base, contributor, mission.id, fileBody(Buffer.alloc(5_000_000, 'x')))
  const { downloadUrl } = (await files()).find(({ id }) => id === body.file.id)
  for (let again = 0; again < 10; again++) {
    const leaving = new AbortController()
    const response = await fetch(downloadUrl, { signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
  }
  expect((await get(downloadUrl)).bytes.length).toBe(5_000_000)
})

test('an object that is gone from the folder is 503, and the record stays', async () => {
  const [{ downloadUrl, id }] = await files()
  rmSync(`${process.env.EVIDENCE_DIR}/evidence-${id}.png`)
  expectError(await get(downloadUrl), 503, 'unavailable')
  expect((await files())[0].id).toBe(id)
})
