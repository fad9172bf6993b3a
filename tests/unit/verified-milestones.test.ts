import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Milestones } from '@/components/missions/milestones'
import { MissionEntry } from '@/components/missions/mission-entry'
import { ReceiptRecord } from '@/components/receipts/receipt-record'
import { milestonesWords, verifiedWords } from '@/lib/missions/labels'
import type { MissionView } from '@/lib/missions/schemas'
import { badgeWords } from '@/lib/receipts/badge'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { bylineOfReceipt } from '@/lib/verify/byline'
import { anyTime } from '@/lib/verify/key-period'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile } from '@/tests/support/receipt-file'
import { mission, proof } from '@/tests/support/records'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const pageOf = (receipt: ReceiptView) =>
  renderToStaticMarkup(
    createElement(ReceiptRecord, {
      ...{ receipt, trusted: [anyTime(receipt.serviceKey)], origin: 'https://trellis.example' },
      ...{ byline: bylineOfReceipt(receipt), growth: { letters: '', earlier: 0 } },
    }),
  )

test('a cancelled milestone counts neither on the page of a receipt nor on its badge', async () => {
  const { receipt } = await makeReceiptFile()
  const [milestone] = receipt.terms.milestones
  if (!milestone) return expect.fail('There is a milestone.')
  const cancelled = { ...milestone, id: receipt.id, position: 2, status: 'Cancelled' as const, verified: false }
  receipt.terms.milestones.push(cancelled)
  expect(badgeWords(receipt)).toContain('1 of 1 verified')
  expect(pageOf(receipt)).toContain('>1 of 1 milestone verified<')
})

test('nor on the page of its mission, nor in a list', () => {
  const milestone = { id: proof.milestoneId, position: 1, title: 'Public', amount: null, required: true }
  const milestones: MissionView['milestones'] = [
    { ...milestone, status: 'Pending', verified: true },
    { ...milestone, id: proof.id, position: 2, status: 'Cancelled', verified: false },
  ]
  const shown = mission('VERIFIED', { milestones })
  const whole = createElement(Milestones, { mission: { ...shown, proofs: [], attempts: {} } })
  expect(renderToStaticMarkup(whole)).toContain('1 of 1 verified')
  const entry = createElement(MissionEntry, { mission: shown, level: 'h2' })
  expect(renderToStaticMarkup(entry)).toContain('1 of 1 milestone verified')
})

test('milestones are counted in words', () => {
  const [one, open] = [
    { status: 'Pending' as const, verified: true, required: true },
    { status: 'Delivered' as const, verified: false, required: true },
  ]
  expect(verifiedWords([one])).toBe('1 of 1 verified')
  expect(milestonesWords([one])).toBe('1 of 1 milestone verified')
  expect(milestonesWords([one, open])).toBe('1 of 2 milestones verified')
})

test('what is left is said to be optional where it is', () => {
  const required = { status: 'Pending' as const, verified: true, required: true }
  const optional = { status: 'Pending' as const, verified: false, required: false }
  expect(verifiedWords([required, optional])).toBe('All required verified (1 of 2)')
  expect(milestonesWords([required, optional])).toBe('All required milestones verified (1 of 2)')
  expect(verifiedWords([required, { ...optional, verified: true }])).toBe('2 of 2 verified')
  expect(verifiedWords([{ ...required, verified: false }, optional])).toBe('0 of 2 verified')
  expect(verifiedWords([{ ...optional, verified: true }, optional]), 'none is required').toBe('1 of 2 verified')
})

test('a receipt keeps what was paid apart from the Seeds, and says whose they are', async () => {
  const { receipt } = await makeReceiptFile()
  const { owner, contributorWallet } = receipt.terms
  if (!contributorWallet) return expect.fail('There is a contributor.')
  const entry = {
    kind: 'milestone-verified' as const,
    proofId: null,
    reversesId: null,
    evidenceHash: receipt.contentHash,
  }
  const one = { ...entry, missionId: receipt.missionId, challengeId: null, createdAt: receipt.issuedAt }
  receipt.seeds = [
    { ...one, id: 1, wallet: contributorWallet, amount: 10 },
    { ...one, id: 2, wallet: contributorWallet, amount: 20 },
    { ...one, id: 3, wallet: owner, amount: 5 },
  ]
  const [, paid = '', seeds = ''] =
    /<dt[^>]*>Paid<\/dt>(.*?)<dt[^>]*>Seeds<\/dt><dd[^>]*>(.*?)<\/dd>/s.exec(pageOf(receipt)) ?? []
  expect(paid).not.toContain('Seeds')
  expect(seeds).toBe('<ul><li>30 to the contributor</li><li>5 to the owner</li></ul>')
})
