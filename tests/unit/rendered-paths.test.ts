import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { needsRendering } from '@/server/pages/rendered-paths'
import { ROOT } from '@/server/root'

/** The files of a name below `app/`, as the paths that they answer. Every parameter is `x.png`. */
const pathsOf = (name: string) =>
  readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === name)
    .map((file) => `/${path.dirname(file).replaceAll(path.sep, '/')}`)
    .map((route) => route.replace(/^\/\.$|\/\([a-z]+\)/g, '').replace(/\[[^/]+\]/g, 'x.png') || '/')

test('every page waits for its turn, whatever its name looks like', () => {
  const pages = pathsOf('page.tsx')
  expect(pages).toEqual(
    expect.arrayContaining(['/', '/missions', '/challenges/x.png', '/missions/x.png/history/x.png']),
  )
  expect(pages.filter((page) => !needsRendering(page))).toEqual([])
})

test('what is drawn by a thread or read from a store does not, nor does what never changes', () => {
  const waiting = pathsOf('route.ts').filter((route) => /\/(?:picture\.png|files\/[^/]+)$/.test(route))
  expect(waiting).toHaveLength(5)
  const constant = readdirSync(path.join(ROOT, 'public')).map((file) => `/${file}`)
  const files = [...waiting, ...constant, '/icon.svg', '/manifest.webmanifest']
  expect(files.filter(needsRendering)).toEqual([])
})
