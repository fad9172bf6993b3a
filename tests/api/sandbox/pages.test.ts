import { readFileSync, statSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyPair, type Muse, openSandbox, type TestSandbox } from '@/tests/support/sandbox'

let sandbox: TestSandbox
let muse: Muse
beforeAll(async () => {
  sandbox = await openSandbox()
  muse = await sandbox.muse('Ann')
})
afterAll(() => sandbox.close())

const MARKUP = `<script>alert(1)</script> "quoted" & 'so'`

async function page(target: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${sandbox.base}${target}`, { redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

function submit(target: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const sent = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' as const, headers }
  return fetch(`${sandbox.base}${target}`, sent)
}

function madeUp(): { muse_id: string; name: string; secret: string }[] {
  return JSON.parse(readFileSync(path.join(sandbox.folder, 'made-up-muses.json'), 'utf8')).muses
}

function somebody() {
  const [muse] = madeUp()
  if (!muse) throw new Error('There is no made-up Muse.')
  return muse
}

test('a thread has OpenGraph tags, of the very post that is named', async () => {
  const root = await sandbox.post(muse, { text: 'Root of it' })
  const reply = await sandbox.post(muse, { text: `${MARKUP}\nsecond line ${'long '.repeat(60)}`, parent: root })
  const { status, text } = await page(`/board/lobby/${reply}`)
  expect(status).toBe(200)
  const tag = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(text)?.[1]
  expect(tag('og:type')).toBe('article')
  expect(tag('og:url')).toBe(sandbox.url(reply))
  expect(tag('og:title')).toMatch(/^Ann: &lt;script&gt;/)
  expect(tag('og:description')).toContain('&#39;so&#39; second line long')
  expect(tag('og:description')?.length).toBeLessThan(300)
  expect(tag('article:published_time')).toMatch(/Z$/)
  expect(text).toContain('Root of it')
  expect(text).not.toContain('<script')
})

test('the short form leads to the thread for ever', async () => {
  const id = await sandbox.post(muse, { text: 'short', channel: 'garden' })
  const response = await fetch(`${sandbox.base}/p/${id}`, { redirect: 'manual' })
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(`/board/garden/${id}`)
  const followed = await fetch(`${sandbox.base}/p/${id}`)
  expect(followed.url).toBe(sandbox.url(id, 'garden'))
})

test.each(['/p/999999', '/p/4', '/board/back-room', '/board/back-room/4', '/board/nowhere', '/board/lobby/1', '/x'])(
  '%s is not there',
  async (target) => {
    const { status, text } = await page(target)
    expect(status).toBe(404)
    expect(text).toContain('Sandbox.')
    expect(text).not.toContain('Nobody outside')
  },
)

test('every page says that it is a sandbox, runs no script and may not be framed', async () => {
  for (const target of ['/', '/board/lobby', '/board/attic/2', '/sign', '/nowhere']) {
    const response = await fetch(`${sandbox.base}${target}`)
    const text = await response.text()
    expect(text).toContain('A made-up community')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
    // Else the browser complains of the empty icon on every page.
    expect([text.includes('<link rel="icon" href="data:,">'), policy?.includes('img-src data:')]).toEqual([true, true])
  }
  const style = await fetch(`${sandbox.base}/style.css`)
  expect(style.headers.get('content-type')).toMatch(/^text\/css/)
  expect(await style.text()).toContain('prefers-color-scheme: dark')
})

test('the form posts as a made-up Muse, signed', async () => {
  const root = await sandbox.post(muse, { text: 'question', channel: 'workshop' })
  const answer = { muse: somebody().muse_id, channel: 'workshop', parent: String(root), text: 'one\r\ntwo\r\n' }
  const response = await submit('/say', answer)
  expect(response.status).toBe(303)
  const { thread } = await sandbox.thread(root)
  expect(thread.replies).toEqual([
    expect.objectContaining({
      muse_id: somebody().muse_id,
      name: somebody().name,
      text: 'one\ntwo\n',
      id_verified: true,
    }),
  ])
  expect(response.headers.get('location')).toBe(`/board/workshop/${thread.replies[0].id}#p${thread.replies[0].id}`)
})

test.each([
  [{ muse: 'muse_wynjr' }, 400],
  [{ text: '' }, 400],
  [{ text: 'x'.repeat(8001) }, 400],
  [{ channel: 'back-room' }, 404],
  [{ channel: '../x' }, 400],
  [{ parent: 'x' }, 400],
  [{ parent: '999999' }, 404],
])('the form refuses %j', async (wrong, status) => {
  const fields = { muse: somebody().muse_id, channel: 'lobby', parent: '', text: 'x', ...wrong }
  expect((await submit('/say', fields)).status).toBe(status)
})

test('a text is signed with the key of a made-up Muse, whatever a form does to its line breaks', async () => {
  const { muse_id, secret } = somebody()
  const response = await submit('/sign', { muse: muse_id, text: 'svc-muse-link-v1\r\nName: é <b>\r\n\r\nlast\r\n' })
  const text = await response.text()
  const signature = /readonly value="([A-Za-z0-9_-]{86})"/.exec(text)?.[1]
  expect(signature).toBe(keyPair(secret).sign('svc-muse-link-v1\nName: é <b>\n\nlast'))
  expect(text).toContain('Name: é &lt;b&gt;')
  const { identity } = await (await fetch(`${sandbox.base}/api/identity.json?muse_id=${muse_id}`)).json()
  expect(identity.public_key).toBe(keyPair(secret).publicKey)
})

test('the keys of made-up Muses stay in a private file, and no page shows them', async () => {
  expect(statSync(path.join(sandbox.folder, 'made-up-muses.json')).mode & 0o777).toBe(0o600)
  const targets = [
    '/',
    '/sign',
    '/board/introductions',
    '/api/muses.json',
    '/made-up-muses.json',
    '/sandbox/journal.jsonl',
  ]
  const texts = await Promise.all(targets.map((target) => page(target)))
  for (const { secret } of madeUp()) for (const { text } of texts) expect(text).not.toContain(secret)
})

test('a page of another site cannot post or sign', async () => {
  const fields = { muse: somebody().muse_id, channel: 'lobby', parent: '', text: 'forged' }
  for (const origin of ['https://evil.example', 'null', sandbox.base.replace('http:', 'https:')]) {
    expect((await submit('/say', fields, { origin })).status).toBe(403)
    expect((await submit('/sign', fields, { origin })).status).toBe(403)
  }
  expect((await submit('/say', fields, { origin: sandbox.base })).status).toBe(303)
})

test('under a name of another site nothing is answered', async () => {
  const { port } = new URL(sandbox.base)
  const ask = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const request = http.get({ host: '127.0.0.1', port, path: '/sign', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      request.on('error', reject)
    })
  expect(await ask(`evil.example:${port}`)).toBe(421)
  expect(await ask('127.0.0.1:1')).toBe(421)
  expect(await ask(`localhost:${port}`)).toBe(200)
})
