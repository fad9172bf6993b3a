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
  ['commit', 'commitments', 'committedBy', 'commitments', 'commitment-made'],
  ['fund', 'funding', 'recordedBy', 'funding records', 'funding-recorded'],
  ['evidence', 'evidence', 'submittedBy', 'pieces of evidence', 'evidence-added'],
  ['decide', 'decisions', 'decidedBy', 'decisions', 'project-decided'],
] as const

/** The events by which these wallets brought something; a moderator has hidden what it was if they are withheld. */
const eventsOf = (kind: string, wallets: readonly string[], withheld = false) =>
  wallets.map((actor) => ({ kind, actor, data: {}, ...(withheld && { withheld }) }))

/** A claimed mission that shows parts of one kind by these wallets; none of the decisions is a verifier's. */
function holding(list: string, author: string, wallets: readonly string[], kind: string): WholeMission {
  const parts = wallets.map((wallet) => ({ [author]: wallet, signed: kind === 'project-verification' }))
  const nothing = { commitments: [], funding: [], evidence: [], decisions: [] }
  const record = { ...mission('CLAIMED'), outcome: null, ...nothing, [list]: parts, history: eventsOf(kind, wallets) }
  return record as unknown as WholeMission // what the rules read
}

/** The same mission after a moderator has hidden something that this wallet had brought to it. */
function withHidden(one: WholeMission, kind: string, wallet: string): WholeMission {
  const record = { ...one, history: [...one.history, ...eventsOf(kind, [wallet], true)] }
  return record as unknown as WholeMission // what the rules read
}

const signRefusal = (one: WholeMission) =>
  partActions(one, viewer(VERIFIER)).find(({ name }) => name === 'sign')?.refusal

const times = (count: number, wallet: string) => Array<string>(count).fill(wallet)

describe.each(KINDS)('%s', (name, list, author, words, kind) => {
  const refusalOn = (one: WholeMission, address: string) =>
    partActions(one, viewer(address)).find((action) => action.name === name)?.refusal
  const refusal = (wallets: readonly string[], address: string) =>
    refusalOn(holding(list, author, wallets, kind), address)

  test('is refused beforehand to a wallet that has added as many as it can', () => {
    const most = times(PROJECT_PARTS_PER_WALLET_MAX, STRANGER)
    expect(refusal(most, STRANGER)).toBe(`A wallet can add ${PROJECT_PARTS_PER_WALLET_MAX} ${words} to a mission.`)
    expect(refusal(most.slice(1), STRANGER)).toBeNull()
    expect(refusal(most, VERIFIER)).toBeNull()
  })

  test('takes the room of the wallet that added it while a moderator hides it, as for the service', () => {
    const shown = holding(list, author, times(PROJECT_PARTS_PER_WALLET_MAX - 1, STRANGER), kind)
    expect(refusalOn(shown, STRANGER)).toBeNull()
    expect(refusalOn(withHidden(shown, kind, VERIFIER), STRANGER), 'nor another’s').toBeNull()
    expect(refusalOn(withHidden(shown, kind, STRANGER), STRANGER)).toContain('A wallet can add')
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
  const signed = holding('decisions', 'decidedBy', times(PROJECT_PARTS_MAX, VERIFIER), 'project-verification')
  expect(partActions(signed, viewer(STRANGER)).find(({ name }) => name === 'decide')?.refusal).toBeNull()
})

test('a verifier who has signed as many decisions as one may is told so beforehand', () => {
  const refusal = (wallets: readonly string[], kind = 'project-verification') =>
    signRefusal(holding('decisions', 'decidedBy', wallets, kind))
  const most = times(SIGNED_DECISIONS_PER_VERIFIER_MAX, VERIFIER)
  expect(refusal(most)).toBe(`A verifier signs ${SIGNED_DECISIONS_PER_VERIFIER_MAX} decisions on a mission at most.`)
  expect(refusal(most.slice(1))).toBeNull()
  expect(refusal(most, 'project-decided'), 'an opinion is not signed').toBeNull()
  expect(refusal(times(SIGNED_DECISIONS_PER_VERIFIER_MAX, STRANGER)), 'nor another’s room').toBeNull()
  const allButOne = holding('decisions', 'decidedBy', most.slice(1), 'project-verification')
  expect(signRefusal(withHidden(allButOne, 'project-verification', VERIFIER))).toBe(refusal(most))
})

test.each([
  ['proof-submitted', 'You submitted proof for'],
  ['evidence-added', 'You added evidence to'],
  ['funding-recorded', 'You recorded funding for'],
])('a verifier is told beforehand that they are involved, also by what a moderator hid: %s', (kind, words) => {
  const nothing = holding('funding', 'recordedBy', [], kind)
  expect(signRefusal(nothing)).toBeNull()
  expect(signRefusal(withHidden(nothing, kind, STRANGER))).toBeNull()
  expect(signRefusal(withHidden(nothing, kind, VERIFIER))).toBe(
    `${words} this mission, so you cannot sign a decision on it.`,
  )
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
