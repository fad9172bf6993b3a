import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the programs that instances.ts starts, each bundled into one file. */
    programs: string
  }
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const PROGRAMS = ['instance', 'worker-service']

/**
 * Bundles what tests start as processes of their own, once for all of them: such a process starts in a third of the time
 * that it needs to load hundreds of TypeScript files. The folder lies below node_modules, where packages are found from.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const cache = path.join(ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'trellis-programs-'))
  await build({
    entryPoints: PROGRAMS.map((name) => path.join(ROOT, 'tests', 'support', `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@': ROOT },
    logLevel: 'error',
  })
  project.provide('programs', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
