import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { boundInlineScripts, inlineScriptSources } from '@/server/pages/inline-scripts'
import { isomorphicDecode, isomorphicEncode } from '@/server/pages/isomorphic'

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('scripts that Next writes are allowed by their hash, each once', () => {
  const first = '(self.__next_f=self.__next_f||[]).push([0])'
  const data = 'self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n\\u003cscript\\u003e"])'
  const html = `<script src="/a.js" async=""></script><script>${first}</script><script>${data}</script><script>${data}</script>`
  expect(inlineScriptSources(html)).toEqual([sourceOf(first), sourceOf(data)])
})

test('a hash is of the bytes of a script, whatever its letters are', () => {
  const data = 'self.__next_f.push([1,"Grün ist der 🌱 …"])'
  const page = isomorphicDecode(`<p>Grün</p><script>${data}</script>`)
  expect(inlineScriptSources(page)).toEqual([sourceOf(data)])
  expect(isomorphicEncode(page).toString('utf8')).toContain(`<p>Grün</p><script>${data}`)
})

test('a script is not taken for a file because another attribute names one', () => {
  const data = 'self.__next_f.push([1,"x"])'
  expect(inlineScriptSources(`<script nonce="src=">${data}</script>`)).toEqual([sourceOf(data)])
  expect(inlineScriptSources(`<script async="" src="/a.js">${data}</script>`)).toEqual([])
})

test.for([
  'alert(1)',
  'self.__next_f.push([1,"x"]);alert(1)',
  'self.__next_f.push((alert(1),[1,"x"]))',
  'self.__next_f.push([1,alert(1)])',
  '(self.__next_f=self.__next_f||[]).push([0])\nalert(1)',
  'self.__next_f.push([1,"a"]),self.__next_f.push([1,"b"])',
  '$RC("B:0",alert(1))',
  'alert(1);$RC("B:0","S:0")',
  '$RC=alert;$RC("B:0","S:0")',
  '',
])('a script that somebody brought into the page is not allowed: %s', (script) => {
  expect(inlineScriptSources(`<p>text</p><script>${script}</script>`)).toEqual([])
})

test('scripts by which React puts late parts of a page into place are allowed', async () => {
  const html = await lateHtml()
  const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  expect(scripts.length).toBeGreaterThan(1)
  expect(inlineScriptSources(html)).toEqual(scripts.map(sourceOf))
})

/** A page whose middle is late, rendered by the React that Next brings along. */
async function lateHtml(): Promise<string> {
  const require = createRequire(import.meta.url)
  const { createElement, Suspense, use } = require('next/dist/compiled/react')
  const { renderToPipeableStream } = require('next/dist/compiled/react-dom/server.node')
  const later = new Promise((resolve) => setTimeout(resolve, 20, 'late'))
  const late = createElement(() => createElement('p', null, use(later)))
  const page = createElement(Suspense, { fallback: createElement('p', null, 'soon') }, late)
  const out = new PassThrough()
  const stream = renderToPipeableStream(createElement('html', null, createElement('body', null, page)), {
    onShellReady: () => stream.pipe(out),
  })
  return text(out)
}

describe('a page with more inline scripts than its policy may name', () => {
  const push = (index: number) => `self.__next_f.push([1,"${index}"])`
  const scripts = (count: number) => Array.from({ length: count }, (_, index) => `<script>${push(index)}</script>`)
  const pushes = (count: number) => Array.from({ length: count }, (_, index) => push(index))

  test('has neighbours that hand data over made one, in their order', () => {
    const html = `<p>a</p>${scripts(3).join('')}<p>b</p>${scripts(2).join('')}<script src="/x.js"></script>`
    expect(boundInlineScripts(html, 2)).toEqual({
      html: `<p>a</p><script>${pushes(3).join(';')}</script><p>b</p><script>${pushes(2).join(';')}</script><script src="/x.js"></script>`,
      sources: [sourceOf(pushes(3).join(';')), sourceOf(pushes(2).join(';'))],
    })
  })

  test('is left alone while there are no more than that', () => {
    const html = scripts(5).join('')
    expect(boundInlineScripts(html, 5)).toEqual({ html, sources: pushes(5).map(sourceOf) })
  })

  test('never takes in what somebody brought into the page', () => {
    const html = `${scripts(2).join('')}<script>alert(1)</script>${scripts(2).join('')}`
    const bound = boundInlineScripts(html, 1)
    expect(bound.sources).toEqual([sourceOf(pushes(2).join(';'))])
    expect(bound.html).toContain('</script><script>alert(1)</script><script>')
  })

  test('runs none where that is not enough', () => {
    const html = scripts(50).join('<p>between</p>')
    expect(boundInlineScripts(html, 40)).toEqual({ html, sources: [] })
  })
})
