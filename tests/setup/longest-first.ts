import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Files that take longest, with about how many seconds each takes on two idle cores. They begin first, so that no worker is
// left with a long one at the end. A file that is not named here takes what its kind takes.
const LONG: readonly (readonly [path: string, seconds: number])[] = []

const USUAL: readonly (readonly [folder: string, seconds: number])[] = [
  ['tests/pages/', 20],
  ['tests/api/', 4],
]

function seconds(file: string): number {
  return [...LONG, ...USUAL].find(([part]) => file.includes(part))?.[1] ?? 1
}

/** Sorts test files by what is known of how long they take, whatever suite they belong to. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => seconds(b.moduleId) - seconds(a.moduleId))
  }
}
