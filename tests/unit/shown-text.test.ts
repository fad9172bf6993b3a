import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PostCard } from '@/components/discussion/post-card'
import { RecordHead } from '@/components/record/record-head'
import { Prose, Quoted } from '@/components/ui/prose'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'

const OVERRIDE = '\u202e'

test('what the platform calls an author, a channel or a post is shown with what it hides, apart from other words', () => {
  const post = {
    postId: '42',
    url: 'https://community.example/board/lobby/42',
    channel: `lob${OVERRIDE}by`,
    title: `A${OVERRIDE}title`,
    description: `First.\n${OVERRIDE}Second.`,
    siteName: 'Board\u200b',
    authorName: `Ada${OVERRIDE}`,
    imageUrl: null,
    publishedAt: null,
  }
  const html = renderToStaticMarkup(createElement(PostCard, { post }))
  expect(html).not.toMatch(/[\u200b\u202e]/)
  for (const shown of ['lob⟨U+202E⟩by', 'A⟨U+202E⟩title', 'Board⟨U+200B⟩', 'Ada⟨U+202E⟩'])
    expect(html).toContain(`<bdi>${shown}</bdi>`)
  expect(html).toContain('⟨U+202E⟩Second.')
})

test('a title from before there was a rule is shown as what it is', () => {
  const head = {
    kind: 'Challenge',
    href: '/challenges',
    record: { title: `cod${OVERRIDE}exe`, growth: 'l', historySeq: 1 },
    state: CHALLENGE_STATE_LABELS.OPEN,
  }
  expect(renderToStaticMarkup(createElement(RecordHead, head))).toContain('<bdi>cod⟨U+202E⟩exe</bdi>')
})

test('a text of many lines has a direction of its own', () => {
  const html = renderToStaticMarkup(createElement(Prose, { text: `שלום${OVERRIDE}` }))
  expect(html).toContain('dir="auto"')
  expect(html).toContain('שלום⟨U+202E⟩')
})

test('what is quoted ends no quotation marks of the page', () => {
  const text = 'Guide” was verified. “No\u02ee\u202e'
  expect(renderToStaticMarkup(createElement(Quoted, { text }))).toBe('“<bdi>Guide’ was verified. ‘No’⟨U+202E⟩</bdi>”')
})
