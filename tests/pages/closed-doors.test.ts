import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROOT } from '@/server/root'
import { signIn } from '@/tests/support/client'
import { freePort, type RunningService, startService } from '@/tests/support/pages-service'
import { bundledService } from '@/tests/support/script'
import { besideSharedService, sharedService } from '@/tests/support/shared-service'
import { makeRecords, type Records } from '@/tests/support/site-pages'
import { openChallenge } from '@/tests/support/story'

const IMAGE = '/_next/image?url=%2Fpicture.png&w=640&q=75'
const { base } = sharedService()
const ask = (path: string, at = base, headers = {}) => fetch(`${at}${path}`, { redirect: 'manual', headers })

describe('without the front', () => {
  let site: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    const port = await freePort()
    site = `http://localhost:${port}`
    const { PATH, HOME } = process.env
    const program = createRequire(import.meta.url).resolve('next/dist/bin/next')
    const child = spawn(process.execPath, [program, 'start', '-p', String(port)], {
      cwd: ROOT,
      env: { ...besideSharedService(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PATH, HOME },
      stdio: 'ignore',
    })
    stop = async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await vi.waitFor(async () => expect((await ask('/document.js', site)).status).toBe(200), {
      timeout: 90_000,
      interval: 200,
    })
  }, 120_000)
  afterAll(() => stop())

  test('there is no image optimiser', async () => {
    for (const path of [IMAGE, '/_next/image', '/_next/image?url=%2Fchallenges%2Fx%2Fpicture.png&w=640&q=75']) {
      const answer = await ask(path, site)
      expect([answer.status, answer.headers.get('content-type')?.startsWith('image/')], path).toEqual([404, false])
    }
  })

  test('a picture is drawn all the same', async () => {
    const answer = await ask('/picture.png', site)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

describe('behind the front', () => {
  test('there is no image optimiser, and nothing else of Next’s own', async () => {
    for (const path of [IMAGE, '/_next/image', '/_next/data/x.json', '/_next/webpack-hmr', '/__nextjs_font/x.woff2']) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('cache-control')], path).toEqual([404, 'no-store'])
    }
  })

  test('a file of the build is the same whatever is asked of it', async () => {
    const html = await (await ask('/')).text()
    const script = /"(\/_next\/static\/chunks\/[^"?]+\.js)"/.exec(html)?.[1] ?? ''
    const [plain, asked] = [await ask(script), await ask(`${script}?anything`)]
    expect([plain.status, asked.status]).toEqual([200, 200])
    expect(await asked.text()).toBe(await plain.text())
    expect((await ask(script.replace('chunks', '%63hunks'))).status).toBe(404)
  })

  test('what asks for a part of a file gets the whole, also where there is no such part', async () => {
    const html = await (await ask('/')).text()
    const script = /"(\/_next\/static\/chunks\/[^"?]+\.js)"/.exec(html)?.[1] ?? ''
    for (const path of ['/document.js', script])
      for (const said of [
        { range: 'bytes=999999999-' },
        { range: 'bytes=0-9' },
        { 'if-match': '"another"' },
        { 'if-unmodified-since': new Date(0).toUTCString() },
      ]) {
        const answer = await ask(path, base, said)
        expect([answer.status, answer.headers.get('accept-ranges')], `${path} ${JSON.stringify(said)}`).toEqual([
          200,
          null,
        ])
      }
  })

  test('a request for a page’s data that Next cannot read is refused, and none is a fault of ours', async () => {
    const ofData = async (said: Record<string, string>) =>
      (await fetch(`${base}/review`, { headers: { rsc: '1', ...said } })).status
    const tree = encodeURIComponent(JSON.stringify(['', { children: ['review', {}] }]))
    for (const state of ['x', '%', '[]', '["",{"children":1}]'])
      expect(await ofData({ 'next-router-state-tree': state }), state).toBe(400)
    for (const prefetch of ['2', '3', 'x'])
      expect(await ofData({ 'next-router-state-tree': tree, 'next-router-prefetch': prefetch }), prefetch).toBe(400)
    expect(await ofData({ 'next-router-state-tree': tree })).toBe(200)
    expect(await ofData({ 'next-router-state-tree': tree, 'next-router-prefetch': '1' })).toBe(200)
    for (const name of ['next-router-segment-prefetch', 'next-url', 'next-hmr-refresh'])
      for (const value of ['1', '/_tree', '%', '["",{}]', 'x'.repeat(4_000)])
        expect(await ofData({ 'next-router-state-tree': tree, [name]: value }), `${name}: ${value}`).toBeLessThan(500)
  })

  test('a redirect names its target once, each time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { status, headers } = await ask('/wallets/0xabcdefabcdefabcdefabcdefabcdefabcdefabcd')
      expect([status, headers.get('location')]).toEqual([308, '/wallets/0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD'])
    }
  })
})

describe('pictures and the search', () => {
  let records: Records
  let service: RunningService
  let other: string
  beforeAll(async () => {
    records = await makeRecords()
    const port = await freePort()
    other = `http://localhost:${port}`
    const settings = { ...besideSharedService(), PORT: String(port), RATE_LIMIT_SCALE: '0.05' }
    service = await startService({ ...settings, TRUSTED_PROXY_HOPS: '1' }, bundledService())
  })
  afterAll(() => service.stop())

  test('pictures that have to be drawn are limited by network; what is drawn already is not', async () => {
    const owner = await signIn(base)
    const challenges = []
    for (let count = 0; count < 4; count += 1) challenges.push((await openChallenge(owner)).id)
    const paths = [
      '/picture.png',
      ...['challenges', 'missions', 'receipts'].map((kind) => `/${kind}/${records[kind]}/picture.png`),
      ...challenges.map((id) => `/challenges/${id}/picture.png`),
    ]
    // A network of its own: the shared database counts what other tests have drawn for theirs.
    const draw = (path: string) => ask(path, other, { 'x-forwarded-for': '203.0.113.80' })
    // Asked for at once, so that no window ends between the first and the last, however long drawing takes: three are drawn.
    const answers = await Promise.all(paths.map(draw))
    const drawn = answers.filter(({ status }) => status === 200)
    expect(drawn.length).toBeGreaterThanOrEqual(3)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBe(paths.length - drawn.length)
    expect(refused[0]?.headers.get('cache-control')).toBe('no-store')
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const kept = paths[answers.findIndex(({ status }) => status === 200)] ?? ''
    for (let again = 0; again < 5; again += 1) expect((await draw(`${kept}?again`)).status).toBe(200)
  })

  test('those of a record that is hidden are gone at once, and nobody keeps the refusal', async () => {
    const challenge = await openChallenge(await signIn(base))
    const path = `/challenges/${challenge.id}/picture.png`
    const shown = await ask(path)
    const moderator = await signIn(base, privateKeyToAccount(sharedService().adminKey))
    const hidden = { recordType: 'challenge', recordId: challenge.id, action: 'hide', reason: 'A test of pictures.' }
    expect((await moderator.post('/api/moderation', hidden)).status).toBe(201)
    for (const etag of ['"none"', shown.headers.get('etag') ?? '']) {
      const { status, headers: told } = await fetch(`${base}${path}`, { headers: { 'if-none-match': etag } })
      expect([status, told.get('cache-control')]).toEqual([404, 'no-store'])
    }
  })

  test('pictures are not kept by anybody for longer than a minute', async () => {
    const answer = await ask(`/challenges/${records['challenges']}/picture.png`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('a page of the search counts as the search of the API does, by network', async () => {
    const search = async (address: string) =>
      (await ask('/search?q=nothinglikeit', other, { 'x-forwarded-for': address })).text()
    // Six may be made in each window, which may end once meanwhile, on a slow machine perhaps twice.
    let made = 0
    while (made < 19 && (await search('203.0.113.81')).includes('Nothing found.')) made += 1
    expect(made).toBeGreaterThanOrEqual(6)
    expect(made).toBeLessThan(19)
    expect(await search('203.0.113.81')).toContain('Too many requests from this network.')
    expect(await search('203.0.113.82')).toContain('Nothing found.')
  })
})
