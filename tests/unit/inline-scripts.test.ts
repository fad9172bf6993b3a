import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { inlineScriptSources } from '@/server/inline-scripts'

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('scripts that Next writes are allowed by their hash, each once', () => {
  const first = '(self.__next_f=self.__next_f||[]).push([0])'
  const data = 'self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n\\u003cscript\\u003e"])'
  const html = `<script src="/a.js" async=""></script><script>${first}</script><script>${data}</script><script>${data}</script>`
  expect(inlineScriptSources(html)).toEqual([sourceOf(first), sourceOf(data)])
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
