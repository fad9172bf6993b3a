import { rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '@/tests/support/programs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the programs that instances.ts starts, each bundled into one file. */
    programs: string
  }
}

/** Bundles what tests start as processes of their own, once for all of them. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await bundlePrograms(path.resolve(import.meta.dirname, '../..'))
  project.provide('programs', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
