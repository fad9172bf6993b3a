// Pages that are made to cost whoever reads their head, with the title that may be read of each.

const good = '<meta property="og:title" content="Hello">'
const many = (piece: string, times: number) => piece.repeat(times)
const attributes = Array.from({ length: 10_000 }, (_, at) => `a${at}="${at}"`).join(' ')

export const HOSTILE_HEADS: readonly (readonly [name: string, head: string, title: string | null])[] = [
  ['a megabyte of tags before it', many('<meta name=a content=b>', 45_000) + good, null],
  ['10,000 attributes on it', `<meta ${attributes} property="og:title" content="Hello">`, 'Hello'],
  ['more attributes than are read', `<meta ${many('a ', 20_000)} property="og:title" content="Hello">`, null],
  ['10,000 attributes of the same name', `<meta ${many('content="x" ', 10_000)}property="og:title">`, 'x'],
  ['10,000 attributes on another tag', `<link ${attributes}>${good}`, 'Hello'],
  ['a value that never ends', `<meta property="og:title" content="${many('Hello ', 100_000)}`, null],
  ['a tag that is too long', `<meta property="og:title" content="Hello" ${many('a ', 150_000)}`, null],
  ['a comment that never ends', `<!-- ${many('--!- ', 100_000)}${good}`, null],
  ['a script that never ends', `<script>${many('</scrip ', 100_000)}${good}`, null],
  ['a title that never ends', `<title>${many('</titl', 100_000)}${good}`, null],
  ['a million angle brackets', many('<', 1_000_000) + good, null],
  ['more angle brackets than are read', many('<', 20_000) + good, null],
  ['angle brackets', `${many('<', 5_000)} ${good}`, 'Hello'],
  ['heads in heads', many('<head>', 100_000) + good, null],
  ['templates in templates', many('<template>', 100_000) + good, null],
  ['25,000 references', `<meta property="og:title" content="${many('&amp;', 25_000)}">`, `${many('&', 299)}…`],
  ['references that never end', `<meta property="og:title" content="${many('&am', 40_000)}">`, `${many('&am', 99)}&a…`],
  ['quotes', many(`"'`, 60_000) + good, 'Hello'],
  ['no bytes of text', many('\u0000', 100_000) + good, 'Hello'],
  ['the bytes of no charset', new TextDecoder().decode(Buffer.alloc(100_000, 0xff)) + good, 'Hello'],
]
