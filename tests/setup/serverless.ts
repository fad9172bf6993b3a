import { rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { inTurn, tellIn } from '@/tests/setup/background'
import { cleanClone, npmRun } from '@/tests/support/bare-site'

/** A clean clone, built as a serverless platform builds it. */
export interface BareSite {
  readonly folder: string
  readonly buildOutput: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that tells of the site, once it is built. */
    bareSite: string
  }
}

async function build(folder: string): Promise<BareSite> {
  const { code, output } = await npmRun(folder, 'build', { VERCEL: '1' })
  if (code !== 0) throw new Error(`"npm run build" failed in a clean clone: ${output}`)
  return { folder, buildOutput: output }
}

/**
 * Begins to build once for every test file: no database, no secret, nothing of this checkout but what it tracks. The suites
 * wait for it in `serverless-ready.ts`.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const { folder, remove } = cleanClone()
  const file = path.join(path.dirname(folder), `${path.basename(folder)}.json`)
  const built = inTurn(() => tellIn(file, () => build(folder)))
  project.provide('bareSite', file)
  return async () => {
    await built
    remove()
    rmSync(file, { force: true })
  }
}
