import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { benchFolder, ROOT } from './folder'
import { type RunningApp, runNext, startNext } from './next-app'

// The smallest Next app there is: what the framework costs before any code of ours runs.
const FILES: Record<string, string> = {
  'package.json': '{ "private": true, "type": "module" }\n',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(ROOT)} }, outputFileTracingRoot: ${JSON.stringify(ROOT)} }\n`,
  // Below node_modules nothing transforms JSX.
  'app/layout.js':
    "import { createElement as h } from 'react'\nexport default ({ children }) => h('html', { lang: 'en' }, h('body', null, children))\n",
  // Without these Next takes the ones of the folder above.
  'instrumentation.js': 'export const register = () => undefined\n',
  'instrumentation-client.js': 'export {}\n',
  'app/page.js': "import { createElement as h } from 'react'\nexport default () => h('p', null, 'ok')\n",
  'app/floor/route.js':
    "export const dynamic = 'force-dynamic'\nexport const GET = () => Response.json({ ok: true })\n",
}

/** Builds the bare app once per version of Next. @returns its folder. */
export async function buildFloor(): Promise<string> {
  const folder = benchFolder('floor')
  const version: unknown = JSON.parse(readFileSync(path.join(ROOT, 'node_modules/next/package.json'), 'utf8')).version
  const mark = path.join(folder, 'made')
  const recipe = JSON.stringify([version, FILES])
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== recipe) {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    await runNext(['build'], folder)
    writeFileSync(mark, recipe)
  }
  return folder
}

/** Builds and starts the bare app: `/floor` answers `{"ok":true}`, `/` is a bare page. */
export async function startFloor(): Promise<RunningApp> {
  return startNext(await buildFloor(), '/floor', () => ({}))
}
