import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { HistoryPage } from '@/components/record/history'
import { receiptText } from '@/lib/community/compose-post'
import { EXPIRED_STATEMENT } from '@/lib/missions/states'
import { bylineOf } from '@/lib/receipts/recorder'
import { serviceEnvironment } from '@/tests/support/environment'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const OWNER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const OTHER = '0x8F07b5e333882788E190B159f1650A66E02B9Db6'
const OWNERS = { wallet: OWNER, words: 'The owner’s statement' }

describe('whose words a statement is', () => {
  test('the owner’s, where the owner recorded the outcome', () => {
    const stated = { outcome: 'expired', statement: 'We ran out of time.', recordedBy: OWNER, owner: OWNER } as const
    expect(bylineOf(stated)).toEqual(OWNERS)
  })
  test('the service’s, where anybody else recorded that it expired', () => {
    const { wallet, words } = bylineOf({
      outcome: 'expired',
      statement: EXPIRED_STATEMENT,
      recordedBy: OTHER,
      owner: OWNER,
    })
    expect([wallet, words]).toEqual([OTHER, expect.stringContaining('The service’s own sentence')])
  })
  test('of a receipt that names nobody: the owner’s, but for an expired one, whose recorder must be known', () => {
    const older = { statement: 'I, the owner, admit it.', owner: OWNER }
    expect(bylineOf({ ...older, outcome: 'failed' })).toEqual(OWNERS)
    expect(bylineOf({ ...older, outcome: 'expired' }).wallet).toBeNull()
    expect(bylineOf({ ...older, outcome: 'expired' }).words).not.toContain('owner')
    expect(bylineOf({ ...older, outcome: 'expired' }, OTHER)).toEqual({
      wallet: OTHER,
      words: 'The statement of a wallet that is not the owner’s',
    })
    expect(bylineOf({ ...older, outcome: 'expired' }, OWNER)).toEqual(OWNERS)
  })
})

test('a post about a receipt names whose statement it tells', () => {
  const mission = { title: 'The guide', owner: OWNER }
  const receipt = { id: 'x', outcome: 'expired', statement: EXPIRED_STATEMENT, contentHash: 'ab' } as const
  expect(
    receiptText(mission, { ...receipt, recordedBy: OTHER })
      .split('\n')
      .slice(0, 4),
  ).toEqual([
    'Receipt: “The guide” has ended: expired.',
    '',
    `The service’s own sentence. The outcome was recorded by a wallet that is not the owner’s (${OTHER}):`,
    `> ${EXPIRED_STATEMENT}`,
  ])
  expect(receiptText(mission, { ...receipt, statement: 'Late.', recordedBy: OWNER })).toContain(
    `The owner’s statement (${OWNER}):\n> Late.`,
  )
})

test('the history of a mission tells the sentence of an expiry as the service’s, and what its recorder wrote as theirs', () => {
  const told = (statement: string) => {
    const events = [
      {
        ...{
          seq: 1,
          kind: 'outcome-recorded',
          actor: OTHER,
          at: '2026-11-21T00:00:00.000Z',
          from: 'SEED',
          to: 'FAILED',
        },
        ...{ data: { outcome: 'expired', statement, receiptId: 'x' }, prevHash: null, hash: 'ab' },
      },
    ]
    const page = { found: { title: 'The guide', historySeq: 1, events }, path: '/missions/x', block: 1, stateWords: {} }
    const html = renderToStaticMarkup(createElement(HistoryPage, page))
    return html.replaceAll(/<[^>]*>/g, '')
  }
  expect(told(EXPIRED_STATEMENT)).toContain(`The service’s own sentence:${EXPIRED_STATEMENT}`)
  expect(told('We ran out of time.')).toContain('We ran out of time.')
  expect(told('We ran out of time.')).not.toContain('The service’s own sentence')
})
