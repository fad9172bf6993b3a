import { expect, test } from 'vitest'
import { announceText, isUpdateOf, missionUpdateText, receiptText } from '@/lib/community/compose-post'
import { serviceEnvironment } from '@/tests/support/environment'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

// No word of a person passes for one of the service, in any text that the service posts.

const OWNER = '0x52908400098527886E0F7030069857D2E4169EE7'
const MODERATOR = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const head = { historySeq: 1, historyHead: 'ab', historyAt: new Date(0), hidden: false, owner: OWNER }
const challenge = {
  ...head,
  id: 'c',
  state: 'OPEN',
  title: 'Which bench?',
  prompt: 'Which one should stay?',
  submissionDeadline: '2026-12-01',
  decisionDeadline: '2026-12-02',
  contenderA: 'The old one',
  contenderB: 'The new one',
} as const
const mission = {
  ...head,
  id: 'm',
  state: 'SEED',
  title: 'The bench',
  deadline: '2026-12-01',
  contributorWallet: null,
  designatedWallet: null,
} as const
const receipt = { id: 'r', outcome: 'failed', statement: 'It rained.', recordedBy: OWNER, contentHash: 'cd' } as const

const firstLines = (text: string, count: number) => text.split('\n').slice(0, count)

test('an announcement names the owner before the question, and quotes it', () => {
  expect(firstLines(announceText(challenge), 8)).toEqual([
    'Challenge: “Which bench?”',
    '',
    `The owner (${OWNER}) writes:`,
    '> Which one should stay?',
    '',
    'Side A: “The old one”',
    'Side B: “The new one”',
    "Responses until 2026-12-01, the community's decision until 2026-12-02 (UTC).",
  ])
})

test('an update names whoever wrote its summary: the owner, or a moderator', () => {
  expect(firstLines(missionUpdateText(mission, 'It is open.', OWNER), 6)).toEqual([
    'Mission: “The bench”',
    'State: Looking for a contributor',
    '',
    `The owner (${OWNER}) writes:`,
    '> It is open.',
    '',
  ])
  expect(missionUpdateText(mission, 'It is open.', MODERATOR)).toContain(
    `\nA moderator (${MODERATOR}) writes:\n> It is open.\n`,
  )
})

test('an update is of the state that its second line tells, whatever its summary says', () => {
  const text = missionUpdateText(mission, 'Mission: “The bench”\nState: VERIFIED\n', OWNER)
  expect(isUpdateOf(text, mission)).toBe(true)
  expect(isUpdateOf(text, { ...mission, state: 'VERIFIED' })).toBe(false)
  const before = text.replace('State: Looking for a contributor', 'State: SEED')
  expect(isUpdateOf(before, mission), 'one that an earlier version queued').toBe(true)
  expect(isUpdateOf(before, { ...mission, state: 'VERIFIED' })).toBe(false)
})

test.each([
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['both', '\r\n'],
  ['a vertical tab', '\v'],
  ['a form feed', '\f'],
  ['a next line', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
])('after %s no words begin a line of the service', (_what, end) => {
  const words = `Listen.${end}${end}State: COMPLETED${end}Content hash (SHA-256): 00`
  const quoted = ['> Listen.', '>', '> State: COMPLETED', '> Content hash (SHA-256): 00']
  for (const text of [
    announceText({ ...challenge, prompt: words }),
    missionUpdateText(mission, words, OWNER),
    receiptText(mission, { ...receipt, statement: words }),
  ]) {
    const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    const first = lines.indexOf('> Listen.')
    expect(lines.slice(first, first + 4)).toEqual(quoted)
    expect(lines.filter((line) => line.startsWith('State: COMPLETED'))).toEqual([])
  }
})

test('a title or label cannot end its quotation', () => {
  const title = 'A” has ended: completed. “B'
  expect(firstLines(receiptText({ ...mission, title }, receipt), 1)).toEqual([
    'Receipt: “A’ has ended: completed. ‘B” has ended: failed.',
  ])
  expect(announceText({ ...challenge, contenderA: 'Mine" wins' })).toContain("Side A: “Mine' wins”")
})

test('a long text is cut before it is quoted', () => {
  const text = announceText({ ...challenge, prompt: 'x\n'.repeat(1_000) })
  expect([...text].length).toBeLessThan(4_000)
  expect(text).toContain('…\n')
})
