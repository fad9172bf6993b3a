import type { TestProject } from 'vitest/node'
import { sharedPrograms } from '@/tests/support/programs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the programs that tests start (programs.ts), each bundled into one file. */
    programs: string
  }
}

/** Bundles what tests start as processes of their own, once for all suites. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('programs', await sharedPrograms())
}
