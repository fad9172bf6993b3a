import { describe, expect, test } from 'vitest'
import { readOpenGraph } from '@/lib/platform/gateway/open-graph'
import { HOSTILE_HEADS } from '@/tests/support/hostile-pages'

const NOTHING = {
  title: null,
  description: null,
  siteName: null,
  authorName: null,
  publishedAt: null,
  url: null,
  imageUrl: null,
}

const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`
const page = (head: string) => `<!doctype html><html><head>${head}</head><body><p>Words</p></body></html>`

test('reads what a page says of itself', () => {
  const head = [
    meta('og:title', 'Ada: Hello &amp; welcome'),
    meta('og:description', 'One\n  two &lt;b&gt; &#128155; &#x1F49B; &nbsp;three'),
    meta('og:site_name', 'Board'),
    meta('article:author', 'Ada'),
    meta('article:published_time', '2026-09-01T12:00:00Z'),
    meta('og:url', 'https://community.example/board/lobby/42'),
    meta('og:image', 'https://community.example/a.png'),
  ]
  expect(readOpenGraph(page(head.join('\n')))).toEqual({
    title: 'Ada: Hello & welcome',
    description: 'One two <b> 💛 💛 three',
    siteName: 'Board',
    authorName: 'Ada',
    publishedAt: new Date('2026-09-01T12:00:00Z'),
    url: 'https://community.example/board/lobby/42',
    imageUrl: 'https://community.example/a.png',
  })
})

test.each([
  ['single quotes', `<meta property='og:title' content='Hello'>`],
  ['no quotes', '<meta property=og:title content=Hello>'],
  ['other case', '<META PROPERTY="OG:Title" CONTENT="Hello">'],
  ['content first', '<meta content="Hello" property="og:title">'],
  ['name instead of property', '<meta name="og:title" content="Hello">'],
  ['a slash at the end', '<meta property="og:title" content="Hello" />'],
  ['line breaks', '<meta\n  property="og:title"\n\tcontent="Hello"\n>'],
  ['a second value of an attribute', '<meta property="og:title" content="Hello" content="Other">'],
  ['a second tag of the name', meta('og:title', 'Hello') + meta('og:title', 'Other')],
  ['a “>” in a value', '<meta data-x="a>b" property="og:title" content="Hello">'],
  ['references in the name', '<meta property="og&colon;&#116;itle" content="Hello">'],
  ['a byte order mark', `\ufeff${meta('og:title', 'Hello')}`],
])('%s', (_what, head) => expect(readOpenGraph(page(head)).title).toBe('Hello'))

test.each([
  ['nothing', ''],
  ['text', 'og:title is Hello'],
  ['a comment', `<!-- ${meta('og:title', 'x')} -->`],
  ['a script', `<script>document.write('${meta('og:title', 'x')}')</script>`],
  ['a style', `<style>${meta('og:title', 'x')}</style>`],
  ['a title', `<title>${meta('og:title', 'x')}</title>`],
  ['an empty value', meta('og:title', ' \n ')],
  ['no value', '<meta property="og:title" content>'],
  ['no content', '<meta property="og:title">'],
  ['another name', meta('twitter:title', 'x')],
  ['a closing tag', '</meta property="og:title" content="x">'],
  ['the name of a prototype', meta('__proto__', 'x') + meta('constructor', 'x') + meta('toString', 'x')],
])('%s says nothing', (_what, head) => expect(readOpenGraph(page(head))).toEqual(NOTHING))

describe('only the head is read', () => {
  test.each([
    ['after the head', `<head></head>${meta('og:title', 'x')}`],
    ['in the body', `<head></head><body>${meta('og:title', 'x')}`],
    ['after a tag of the body in a head that is never closed', `<head><div>${meta('og:title', 'x')}`],
    ['after words of people that were not escaped', `<head></head><body><p>hi <head>${meta('og:title', 'x')}</head>`],
  ])('a tag %s is not', (_where, html) => expect(readOpenGraph(html)).toEqual(NOTHING))

  test('what stood before is', () => {
    expect(readOpenGraph(`<head>${meta('og:title', 'Hello')}<body>${meta('og:site_name', 'x')}`)).toEqual({
      ...NOTHING,
      title: 'Hello',
    })
  })
})

describe('bounds', () => {
  test.each([
    ['title', 'og:title', 300],
    ['description', 'og:description', 1000],
    ['siteName', 'og:site_name', 80],
    ['authorName', 'article:author', 80],
  ] as const)('%s is cut', (field, name, most) => {
    const read = readOpenGraph(page(meta(name, '💛'.repeat(most + 1))))[field] ?? ''
    expect([...read]).toHaveLength(most)
    expect(read.endsWith('…')).toBe(true)
    expect(readOpenGraph(page(meta(name, 'x'.repeat(100_000))))[field]).toHaveLength(most)
    expect(readOpenGraph(page(meta(name, 'x'.repeat(most))))[field]).toBe('x'.repeat(most))
  })

  test('control characters and lone surrogates are left out, so that every text can be stored', () => {
    const read = readOpenGraph(page(meta('og:title', 'a&#0;b\u0000c\u001b[31md&#xd800;e\ud800f&#x7f;g')))
    expect(read.title?.isWellFormed()).toBe(true)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must be gone.
    expect(read.title).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,x',
    'http://community.example/a.png',
    '//community.example/a.png',
    '/a.png',
    'https://user:secret@community.example/a.png',
    'https://',
    `https://community.example/${'x'.repeat(2_048)}`,
    `https://community.example/${'ü'.repeat(700)}`,
  ])('%s is no image', (url) => expect(readOpenGraph(page(meta('og:image', url))).imageUrl).toBeNull())

  test('an address with credentials, or without an end, is none', () => {
    const said = (url: string) => readOpenGraph(page(meta('og:url', url))).url
    expect(said('https://user@community.example/p/1')).toBeNull()
    expect(said(`https://community.example/board/${'x'.repeat(2_048)}/1`)).toBeNull()
  })

  test('an address of references is read whole or not at all', () => {
    const said = (letters: number) =>
      readOpenGraph(page(meta('og:url', `https://community.example/${'&#x0000000061;'.repeat(letters)}`))).url
    expect(said(1_000)).toBe(`https://community.example/${'a'.repeat(1_000)}`)
    expect(said(2_000)).toBeNull()
  })

  test.each(['yesterday', '', '1969-12-31', '+275760-09-13T00:00:00Z', '10000-01-01', 'Infinity'])(
    '"%s" is no time',
    (time) => expect(readOpenGraph(page(meta('article:published_time', time))).publishedAt).toBeNull(),
  )
})

describe('a hostile page', () => {
  // That it costs little is measured by `npm run bench`.
  test.each(HOSTILE_HEADS)('is read to an end: %s', (_what, head, title) => {
    expect(readOpenGraph(`<html><head>${head}</head>`).title).toBe(title)
  })

  test('a page in another charset is read as what its bytes are in UTF-8', () => {
    const latin = Buffer.from(page(meta('og:title', 'Grüße')), 'latin1')
    expect(readOpenGraph(new TextDecoder().decode(latin)).title).toBe('Gr\ufffd\ufffde')
    const wide = Buffer.from(page(meta('og:title', 'Grüße')), 'utf16le')
    expect(readOpenGraph(new TextDecoder().decode(wide))).toEqual(NOTHING)
  })
})
