import { describe, expect, test } from 'vitest'
import { partActions, type WholeMission } from '@/components/missions/actions/part-actions'
import {
  PROJECT_PARTS_MAX,
  PROJECT_PARTS_PER_WALLET_MAX,
  SIGNED_DECISIONS_PER_VERIFIER_MAX,
} from '@/lib/contract/limits'
import { CONTRIBUTOR, mission, OWNER, STRANGER, VERIFIER, viewer } from '@/tests/support/records'
import { textOf, trackedFiles } from '@/tests/support/tracked-files'

const KINDS = [
  ['commit', 'commitments', 'committedBy', 'commitments'],
  ['fund', 'funding', 'recordedBy', 'funding records'],
  ['evidence', 'evidence', 'submittedBy', 'pieces of evidence'],
  ['decide', 'decisions', 'decidedBy', 'decisions'],
] as const

/** A claimed mission that holds parts of one kind by these wallets; none of the decisions is a verifier's. */
function holding(list: string, author: string, wallets: readonly string[], signed = false): WholeMission {
  const parts = wallets.map((wallet) => ({ [author]: wallet, signed }))
  const nothing = { commitments: [], funding: [], evidence: [], decisions: [] }
  return { ...mission('CLAIMED'), outcome: null, ...nothing, [list]: parts } as unknown as WholeMission // what the rules read
}

const times = (count: number, wallet: string) => Array<string>(count).fill(wallet)

describe.each(KINDS)('%s', (name, list, author, words) => {
  const refusal = (wallets: readonly string[], address: string) =>
    partActions(holding(list, author, wallets), viewer(address)).find((action) => action.name === name)?.refusal

  test('is refused beforehand to a wallet that has added as many as it can', () => {
    const most = times(PROJECT_PARTS_PER_WALLET_MAX, STRANGER)
    expect(refusal(most, STRANGER)).toBe(`A wallet can add ${PROJECT_PARTS_PER_WALLET_MAX} ${words} to a mission.`)
    expect(refusal(most.slice(1), STRANGER)).toBeNull()
    expect(refusal(most, VERIFIER)).toBeNull()
  })

  test('is refused beforehand to others once they have filled their room, which is not that of owner and contributor', () => {
    const full = times(PROJECT_PARTS_MAX, VERIFIER)
    expect(refusal(full, STRANGER)).toBe(
      `A mission holds ${PROJECT_PARTS_MAX} ${words} at most by others than its owner and its contributor.`,
    )
    expect(refusal(times(PROJECT_PARTS_MAX, OWNER), STRANGER)).toBeNull()
    if (name !== 'decide') expect([refusal(full, OWNER), refusal(full, CONTRIBUTOR)]).toEqual([null, null])
  })
})

test('signed decisions of verifiers take no room', () => {
  const signed = holding('decisions', 'decidedBy', times(PROJECT_PARTS_MAX, VERIFIER), true)
  expect(partActions(signed, viewer(STRANGER)).find(({ name }) => name === 'decide')?.refusal).toBeNull()
})

test('a verifier who has signed as many decisions as one may is told so beforehand', () => {
  const refusal = (wallets: readonly string[], signed = true) => {
    const one = { ...holding('decisions', 'decidedBy', wallets, signed), proofs: [] }
    return partActions(one, viewer(VERIFIER)).find(({ name }) => name === 'sign')?.refusal
  }
  const most = times(SIGNED_DECISIONS_PER_VERIFIER_MAX, VERIFIER)
  expect(refusal(most)).toBe(`A verifier signs ${SIGNED_DECISIONS_PER_VERIFIER_MAX} decisions on a mission at most.`)
  expect(refusal(most.slice(1))).toBeNull()
  expect(refusal(most, false), 'an opinion is not signed').toBeNull()
  expect(refusal(times(SIGNED_DECISIONS_PER_VERIFIER_MAX, STRANGER)), 'nor another’s room').toBeNull()
})

test('what a page of a mission may show of a refusal never calls it a project', () => {
  const commands = trackedFiles.filter((file) => /^lib\/projects\/(?!.*(?:contract|schemas|queries)\.ts)/.test(file))
  expect(commands.length).toBeGreaterThan(8)
  const sentences = commands.flatMap((file) =>
    [...textOf(file).matchAll(/['`](?:An?|The|This|You) [^'`\n]*['`]/g)].flat(),
  )
  expect(sentences.length).toBeGreaterThan(15)
  expect(sentences.filter((words) => /project(?!\.)/.test(words))).toEqual([])
})
