import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Milestones } from '@/components/missions/milestones'
import { MissionEntry } from '@/components/missions/mission-entry'
import { ReceiptRecord } from '@/components/receipts/receipt-record'
import { verifiedWords } from '@/lib/missions/labels'
import type { MissionView } from '@/lib/missions/schemas'
import { badgeWords } from '@/lib/receipts/badge'
import { bylineOfReceipt } from '@/lib/verify/byline'
import { anyTime } from '@/lib/verify/key-period'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile } from '@/tests/support/receipt-file'
import { mission, proof } from '@/tests/support/records'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

test('a cancelled milestone counts neither on the page of a receipt nor on its badge', async () => {
  const { receipt } = await makeReceiptFile()
  const [milestone] = receipt.terms.milestones
  if (!milestone) return expect.fail('There is a milestone.')
  const cancelled = { ...milestone, id: receipt.id, position: 2, status: 'Cancelled' as const, verified: false }
  receipt.terms.milestones.push(cancelled)
  expect(badgeWords(receipt)).toContain('1 of 1 verified')
  const page = createElement(ReceiptRecord, {
    ...{ receipt, trusted: [anyTime(receipt.serviceKey)], origin: 'https://trellis.example' },
    ...{ byline: bylineOfReceipt(receipt), growth: { letters: '', earlier: 0 } },
  })
  expect(renderToStaticMarkup(page)).toContain('>1 of 1 milestone<')
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
    { status: 'Pending' as const, verified: true },
    { status: 'Delivered' as const, verified: false },
  ]
  expect(verifiedWords([one])).toBe('1 of 1 milestone')
  expect(verifiedWords([one, open])).toBe('1 of 2 milestones')
})
