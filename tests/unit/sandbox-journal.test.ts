import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBoard } from '@/sandbox/board'
import { openJournal } from '@/sandbox/journal'
import { furnish } from '@/sandbox/seed'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-journal-'))
  file = path.join(folder, 'journal.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

function replayed(): unknown[] {
  const entries: unknown[] = []
  openJournal(file, (entry) => entries.push(entry)).close()
  return entries
}

test('what was appended is there after opening again, in its order', () => {
  const journal = openJournal(file, () => expect.unreachable())
  journal.append({ n: 1 })
  journal.append({ n: 2, text: 'a\nb 💛' })
  journal.close()
  expect(replayed()).toEqual([{ n: 1 }, { n: 2, text: 'a\nb 💛' }])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('wherever a kill cuts the last line, the earlier ones stay and the next one follows them', () => {
  const whole = '{"n":1}\n{"n":2,"text":"é"}\n'
  const bytes = Buffer.from(whole)
  const first = Buffer.byteLength('{"n":1}\n')
  for (let size = first; size < bytes.length; size += 1) {
    writeFileSync(file, bytes.subarray(0, size))
    const journal = openJournal(file, () => undefined)
    journal.append({ n: 3 })
    journal.close()
    expect(replayed(), `cut after ${size} bytes`).toEqual([{ n: 1 }, { n: 3 }])
  }
})

test('zeros at the end, as a power cut may leave them, are cut off', () => {
  writeFileSync(file, Buffer.concat([Buffer.from('{"n":1}\n'), Buffer.alloc(4096)]))
  expect(replayed()).toEqual([{ n: 1 }])
})

test.each(['{"n":1}\n{"n":\n{"n":3}\n', 'no json\n', '\n'])('a damaged whole line stops the opening: %j', (text) => {
  writeFileSync(file, text)
  expect(replayed).toThrow(/is damaged in line \d/)
  expect(readFileSync(file, 'utf8'), 'and nothing is changed').toBe(text)
})

test('an entry of another form stops the opening of a board', () => {
  writeFileSync(file, '{"kind":"post","post":{"id":"one"}}\n')
  expect(() => openBoard(file)).toThrow('is damaged in line 1')
})

test('a board that was killed while it was furnished is completed', () => {
  furnish(openBoard(file), 0)
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  for (let kept = 0; kept <= lines.length; kept += 1) {
    writeFileSync(
      file,
      lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join(''),
    )
    const board = openBoard(file)
    furnish(board, 0)
    board.close()
    expect(readFileSync(file, 'utf8').split('\n').slice(0, -1)).toEqual(lines)
  }
})
