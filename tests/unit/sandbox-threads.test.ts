import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Board, openBoard } from '@/sandbox/board'
import type { Entry, Post } from '@/sandbox/entries'
import { threadPage } from '@/sandbox/pages/board-pages'
import { threadJson } from '@/sandbox/views'

/** Deeper than any recursion would come back from. */
const DEPTH = 20_000

let folder: string
let board: Board
let root: Post
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-deep-'))
  const by = { channel: 'lobby', museId: 'anon:deep', name: 'Deep', at: 0, idVerified: false }
  const entries: Entry[] = Array.from({ length: DEPTH }, (_, index) => {
    const post = { ...by, id: index + 1, parentId: index === 0 ? null : index, text: `At ${index}` }
    return { kind: 'post', post, nonce: null }
  })
  const file = path.join(folder, 'journal.jsonl')
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  board = openBoard(file)
  const first = board.post(1)
  if (!first) throw new Error('The board has no posts.')
  root = first
})
afterAll(() => {
  board.close()
  rmSync(folder, { recursive: true })
})

test('every post knows the root of a very deep thread', () => {
  const last = board.post(DEPTH)
  expect(last && board.rootOf(last)).toBe(root)
})

test('a very deep thread is written whole, nested', () => {
  const json = threadJson(board, root)
  expect(json.match(/"replies":\[/g)).toHaveLength(DEPTH)
  expect(json.endsWith(`${']}'.repeat(DEPTH)}`)).toBe(true)
  expect(json).toContain(`"text":"At ${DEPTH - 1}"`)
})

test('its page shows every post, drawn no deeper than a page is wide', () => {
  const site = { board, now: Date.now, limit: { require() {}, count() {} }, madeUp: [], origin: 'http://127.0.0.1:1' }
  const { body } = threadPage(site, root, root)
  expect(body.match(/<li class="card/g)).toHaveLength(DEPTH)
  expect(body).not.toContain('d6')
})
