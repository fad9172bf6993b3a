import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '@/server/build'
import { runNext } from '@/tests/bench/support/next-app'

// The smallest page there is: one paragraph, built by the same Next with the same settings. What it loads is the price
// of the framework.
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "type": "module" }\n',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(ROOT)} }, outputFileTracingRoot: ${JSON.stringify(ROOT)} }\n`,
  // Below node_modules nothing transforms JSX.
  'app/layout.js':
    "import { createElement as h } from 'react'\nexport default ({ children }) => h('html', { lang: 'en' }, h('body', null, children))\n",
  'app/page.js': "import { createElement as h } from 'react'\nexport default () => h('p', null, 'ok')\n",
}

const SCRIPT = /<script\b[^>]*\bsrc="\/_next\/([^"?]+)[^>]*>/g

export const gzipBytes = (code: string | Buffer): number => gzipSync(code).length

/** The bytes of JavaScript, compressed by gzip, that a bare page loads. Built once per version of Next. */
export async function barePageBytes(): Promise<number> {
  const folder = path.join(ROOT, 'node_modules', '.cache', 'trellis-bare-page')
  const mark = path.join(folder, 'made')
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'node_modules/next/package.json'), 'utf8'))
  const recipe = JSON.stringify([version, FILES])
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== recipe) {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    await runNext(['build'], folder)
    writeFileSync(mark, recipe)
  }
  const html = readFileSync(path.join(folder, '.next', 'server', 'app', 'index.html'), 'utf8')
  const files = [...html.matchAll(SCRIPT)].filter(([tag]) => !/nomodule/i.test(tag)).map(([, file = '']) => file)
  const sizes = [...new Set(files)].map((file) => gzipBytes(readFileSync(path.join(folder, '.next', file))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
