import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '@/server/root'
import type { Json } from '@/tests/support/client'
import { endProcess } from '@/tests/support/programs'
import { type Muse, sendJson, signedBody, speakAt } from '@/tests/support/sandbox'
import { programFile } from '@/tests/support/script'
import { until } from '@/tests/support/until'

const KILLS = 4
const POSTS_BEFORE_KILL = 10

let folder: string
const running = new Set<ChildProcess>()
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-sandbox-kill-'))
})
afterEach(async () => {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')))
  rmSync(folder, { recursive: true, force: true })
})

const FROM_SOURCES = ['--import', 'tsx', path.join('sandbox', 'main.ts')]

/** The sandbox as a process of its own. @returns where it is; its first line is awaited. */
async function start(program: readonly string[] = [programFile('sandbox/main')], words = [folder]) {
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: ROOT,
    env: { NODE_ENV: 'test', PATH: process.env.PATH, RATE_LIMIT_SCALE: '1000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8')
        if (said.includes('\n')) resolve()
      })
    }
  })
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code)
  await Promise.race([heard, ended])
  return { child, ended, said, base: /http:\S+/.exec(said)?.[0] ?? '' }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(child)
  return endProcess(child, signal)
}

/** Posts one after the other until the sandbox is gone, and notes the words of every post that was acknowledged. */
async function postUntilGone(base: string, muse: Muse, label: string, acknowledged: string[]): Promise<void> {
  for (let count = 0; ; count += 1) {
    const text = `${label} ${count}`
    const answer = await sendJson(base, '/api/post', signedBody(muse, { text })).catch(() => null)
    if (answer === null) return
    if (answer.status !== 201) throw new Error(`Refused: ${answer.status}`)
    acknowledged.push(text)
  }
}

const entries = () =>
  readFileSync(path.join(folder, 'journal.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

test('killed while many post, it keeps every acknowledged post exactly once, and its address', async () => {
  const acknowledged: string[] = []
  let muse: Muse | null = null
  let address = ''
  for (let round = 0; round < KILLS; round += 1) {
    const { child, base } = await start()
    address ||= base
    expect(base, 'the same port each time').toBe(address)
    muse ??= await speakAt(base).muse('Survivor')
    const survivor = muse
    const before = acknowledged.length
    const posting = Array.from({ length: 4 }, (_, index) =>
      postUntilGone(base, survivor, `${round}-${index}`, acknowledged),
    )
    await until(() => acknowledged.length >= before + POSTS_BEFORE_KILL, 'posts were acknowledged')
    await end(child, 'SIGKILL')
    await Promise.all(posting)
  }

  const { child, base } = await start()
  const posts = entries().flatMap((entry) => (entry.post ? [entry.post] : []))
  const counts = new Map<string, number>()
  for (const { text } of posts) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const text of acknowledged) expect(counts.get(text), text).toBe(1)
  const ids = posts.map((post) => post.id)
  expect(ids, 'ids without a gap').toEqual(ids.map((_, index) => index + 1))
  const latest = await (await fetch(`${base}/api/latest.json?channel=lobby&limit=100`)).json()
  expect(latest.posts.length).toBeGreaterThanOrEqual(KILLS * POSTS_BEFORE_KILL)
  for (const post of latest.posts) expect((await speakAt(base).thread(post.id)).thread.text).toBe(post.text)
  expect(await end(child, 'SIGTERM')).toBe(0)
})

test('a nonce that was used before a kill is used after it', async () => {
  const before = await start()
  const muse = await speakAt(before.base).muse()
  const body = signedBody(muse, { text: 'once' })
  expect((await sendJson(before.base, '/api/post', body)).status).toBe(201)
  await end(before.child, 'SIGKILL')
  const after = await start()
  expect((await sendJson(after.base, '/api/post', body)).status).toBe(409)
})

test('a line that was cut off is forgotten, a damaged one is told, and nothing is overwritten', async () => {
  const first = await start()
  await end(first.child, 'SIGTERM')
  const file = path.join(folder, 'journal.jsonl')
  const whole = readFileSync(file, 'utf8')
  appendFileSync(file, '{"kind":"post","post":{"id":9')
  const second = await start()
  expect(second.base).toBe(first.base)
  expect(readFileSync(file, 'utf8')).toBe(whole)
  await end(second.child, 'SIGTERM')

  appendFileSync(file, '{"kind":"post"}\n')
  const third = await start()
  expect(third.said).toMatch(/journal\.jsonl is damaged in line \d+/)
  expect(await third.ended).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(`${whole}{"kind":"post"}\n`)
})

test('two processes cannot have one folder', async () => {
  await start(FROM_SOURCES)
  const second = await start()
  expect(second.said).toMatch(/Port \d+, where the sandbox's posts are, is in use/)
  const muses: Json[] = entries().filter((entry) => entry.kind === 'muse')
  expect(new Set(muses.map((entry) => entry.muse.museId)).size).toBe(muses.length)
})

test.each([[[]], [['--help']], [['a', '4000', 'b']]])(
  'it starts in no folder that was not named: %j',
  async (words) => {
    const { said, ended } = await start(undefined, words)
    expect([said, await ended]).toEqual(['Usage: node --import tsx sandbox/main.ts <folder> [port]\n', 1])
  },
)
