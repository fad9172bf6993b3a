import type { TestProject } from 'vitest/node'
import { cleanClone, npmRun } from '@/tests/support/bare-site'

declare module 'vitest' {
  interface ProvidedContext {
    /** A clean clone, built as a serverless platform builds it. */
    bareSite: { readonly folder: string; readonly buildOutput: string }
  }
}

/** Builds once for every test file: no database, no secret, nothing of this checkout but what it tracks. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { folder, remove } = cleanClone()
  const { code, output } = await npmRun(folder, 'build', { VERCEL: '1' })
  if (code !== 0) {
    remove()
    throw new Error(`"npm run build" failed in a clean clone:\n${output}`)
  }
  project.provide('bareSite', { folder, buildOutput: output })
  return remove
}
