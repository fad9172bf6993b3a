import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/** Where the bundle lies, as a module that exports its text. */
export const OFFLINE_CHECKER_DIR = path.join('lib', 'verify', 'generated')

/**
 * Bundles the checker of receipts into one script that runs in any browser, offline, for as long as browsers run scripts:
 * a receipt is saved with it (lib/verify/offline-file.ts).
 * @throws Error when the script could end the element that it will stand in.
 */
export async function bundleOfflineChecker(root: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'components', 'verify', 'offline-page.ts')],
    alias: { '@': root },
    bundle: true,
    charset: 'utf8',
    format: 'iife',
    legalComments: 'none',
    logLevel: 'error',
    minify: true,
    platform: 'browser',
    target: 'es2022',
    write: false,
  })
  const script = outputFiles[0]?.text ?? ''
  if (script === '' || /<\/script|<!--/i.test(script)) throw new Error('The checker cannot stand in a page.')
  mkdirSync(path.join(root, OFFLINE_CHECKER_DIR), { recursive: true })
  const module = `export const OFFLINE_CHECKER: string = ${JSON.stringify(script)}\n`
  writeFileSync(path.join(root, OFFLINE_CHECKER_DIR, 'offline-checker.ts'), module)
}
