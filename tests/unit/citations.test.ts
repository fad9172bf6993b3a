import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isInRepository, textOf, trackedFiles } from '@/tests/support/tracked-files'

// What the code and the documents cite stands in this repository, under that heading.

/** What it looks for stands here too. */
const SELF = 'tests/unit/citations.test.ts'

/** The anchor that a heading of Markdown has on code hosts. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/[`*_]|\]\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')

const anchors = (file: string) => {
  const prose = textOf(file).replaceAll(/^```.*?^```/gms, '')
  return new Set([...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}

/** Why a citation leads nowhere, or null. @param target a path from the root, with or without an anchor. */
function fault(target: string): string | null {
  const [file = '', anchor] = target.split('#')
  if (!isInRepository(file)) return `${target}: no such file`
  if (anchor === undefined || !file.endsWith('.md')) return null
  return anchors(file).has(anchor) ? null : `${target}: no such heading`
}

const inCode = trackedFiles
  .filter((file) => !file.endsWith('.md') && file !== SELF)
  .flatMap((file) =>
    [...textOf(file).matchAll(/(?<![\w/.])docs\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([target]) => ({ file, target })),
  )
const inDocuments = trackedFiles
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, target = '']) => ({
      file,
      target: target.startsWith('#') ? file + target : path.posix.join(path.posix.dirname(file), target),
    })),
  )

describe('a citation leads to a heading that exists', () => {
  test.each([
    ['in code', inCode, 50],
    ['in documents', inDocuments, 50],
  ] as const)('%s', (_where, citations, atLeast) => {
    expect(citations.length).toBeGreaterThan(atLeast)
    expect(citations.flatMap(({ file, target }) => (fault(target) ? [`${file}: ${fault(target)}`] : []))).toEqual([])
  })

  test('and one that does not is found', () => {
    expect(fault('docs/no-such.md')).toContain('no such file')
    expect(fault('docs/decisions.md#no-such-heading')).toContain('no such heading')
  })
})

test('nothing cites a section by a number, or a document that is elsewhere', () => {
  const elsewhere =
    /\b(?:interface|decisions?|architecture|safety|style|ui)(?:\.md)? §\d|\b(?:spec|design)\/[\w-]+\.md/i
  expect(trackedFiles.filter((file) => file !== SELF && elsewhere.test(textOf(file)))).toEqual([])
})
