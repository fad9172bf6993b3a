import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Proposals } from '@/components/discussion/proposals'
import { Milestones } from '@/components/missions/milestones'
import { MissionNextStep } from '@/components/missions/mission-progress'
import { ProofPage } from '@/components/missions/proof-card'
import { HiddenEntry, ReportEntry } from '@/components/moderation/judged-record'
import { ReceiptEvidence } from '@/components/receipts/receipt-evidence'
import { ownWords } from '@/components/review/viewer-line'
import { CheckedReceipt } from '@/components/verify/checked-receipt'
import { CreditedSeeds, SeedsLedger } from '@/components/wallets/seeds-ledger'
import type { HidingView, ReportView } from '@/lib/moderation/schemas'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile } from '@/tests/support/receipt-file'
import { CONTRIBUTOR, challenge, mission, OWNER, proof, TODAY } from '@/tests/support/records'

// A page that does not show everything says so: it never says that there is nothing, nor links to what it does not show.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const drawn = <Props extends object>(component: ComponentType<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props))
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&#x27;', "'")
const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('the files of a proof are linked in the gallery, which only the mission’s page has', () => {
  const file = {
    id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d92',
    proofId: proof.id,
    contentType: 'text/plain',
    bytes: 4,
    sha256: 'c0'.repeat(32),
    uploadedBy: CONTRIBUTOR,
    uploadedAt: '2026-11-20T00:00:00.000Z',
  }
  const found = { title: 'Do it', count: 1, milestones: [], proofs: [{ ...proof, files: [file], attempt: 1 }] }
  const path = `/missions/${proof.missionId}`
  const files = linksOf(drawn(ProofPage, { found, path, page: 1 })).filter((href) => href?.includes('#file-'))
  expect(files).toEqual([`${path}#file-${file.id}`])
})

test('a proof that waits is not folded away, though newer ones were sent back', () => {
  const milestone = {
    id: proof.milestoneId,
    position: 1,
    title: 'One',
    amount: null,
    required: true,
    status: 'Pending',
    verified: false,
  } as const
  const attempts = (['submitted', 'rejected', 'changes-requested'] as const).map((status, at) => ({
    ...{ ...proof, id: `${proof.id.slice(0, -1)}${at}`, status },
    attempt: at + 1,
  }))
  const record = { ...mission('PROOF_SUBMITTED'), milestones: [milestone], proofs: attempts }
  const html = drawn(Milestones, { mission: { ...record, attempts: { [milestone.id]: attempts.length } } })
  const [open = '', folded = ''] = html.split('<details')
  const shownIn = (part: string) =>
    attempts.filter(({ id }) => part.includes(`id="proof-${id}"`)).map((it) => it.status)
  expect([shownIn(open), shownIn(folded)]).toEqual([['submitted', 'changes-requested'], ['rejected']])
})

test('a report on a proof or on a release also leads to all of them: the page of the mission shows only the newest', () => {
  const about = {
    id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d93',
    recordType: 'proof',
    recordId: proof.id,
    challengeId: null,
    missionId: proof.missionId,
    title: 'Do it',
    excerpt: 'Here.',
    reason: 'A copy.',
  } as const
  const report: ReportView = {
    ...about,
    reportedBy: OWNER,
    reportedAt: '2026-11-20T00:00:00.000Z',
    state: 'open',
    settledBy: null,
    settledAt: null,
    settleReason: null,
  }
  const hiding: HidingView = {
    ...about,
    hidden: true,
    hiddenBy: OWNER,
    hiddenAt: '2026-11-20T00:00:00.000Z',
    restoreReason: null,
    restoredBy: null,
    restoredAt: null,
  }
  const pagesIn = (html: string) => linksOf(html).filter((href) => href?.startsWith('/missions/'))
  const places = (over: Partial<ReportView>) =>
    pagesIn(drawn(ReportEntry, { report: { ...report, ...over }, onSettled: () => {} }))
  const placesOfHidden = (hidden: boolean) =>
    pagesIn(drawn(HiddenEntry, { hiding: { ...hiding, hidden }, onRestored: () => {} }))
  const page = `/missions/${proof.missionId}`
  expect(places({})).toEqual([`${page}#proof-${proof.id}`, `${page}/proof/1`])
  expect(places({ recordType: 'release' })).toEqual([`${page}#release-${proof.id}`, `${page}/history/1`])
  expect(places({ recordType: 'mission', recordId: proof.missionId })).toEqual([page])
  expect(places({ state: 'hidden' })).toEqual([])
  expect(placesOfHidden(false)).toEqual(places({}))
  expect(placesOfHidden(true), 'it stands on no page now').toEqual([page])
})

test('a receipt without proofs or reviews says only that none stands in it: a moderator may have hidden one', async () => {
  const { receipt: whole } = await makeReceiptFile()
  const receipt = { ...whole, evidence: [], verifierDecisions: [] }
  const page = textOf(drawn(ReceiptEvidence, { receipt }))
  const checked = textOf(drawn(CheckedReceipt, { checked: { file: { receipt }, findings: [] }, name: 'receipt.json' }))
  for (const text of [page, checked]) {
    expect(text).toContain('No proof stands in this receipt.')
    expect(text).not.toMatch(/No proof was (?:submitted|reviewed)/)
  }
  expect(page).toContain('No review stands in this receipt.')
})

test('a thread whose replies do not stand here is not said to have none', () => {
  const words = (state: 'OPEN' | 'CANCELLED') => {
    const one = challenge(state)
    const place = { challengeId: one.id, owner: OWNER, shownAt: one.updatedAt }
    return textOf(drawn(Proposals, { challenge: one, free: [], proposals: [], isRead: true, place }))
  }
  for (const state of ['OPEN', 'CANCELLED'] as const) {
    expect(words(state)).toContain('No reply stands here as a proposal.')
    expect(words(state)).not.toMatch(/nobody ha[sd] replied/i)
  }
})

test('where no verifier is left, a mission says what its owner may do in its state', () => {
  const words = (one: ReturnType<typeof mission>) =>
    textOf(drawn(MissionNextStep, { mission: { ...one, eligibleVerifiers: 0 }, page: '/missions/x', today: TODAY }))
  const close = 'The owner may close the mission as failed or abandoned meanwhile.'
  expect(words(mission('GROWING'))).toContain(close)
  const verified = words(mission('VERIFIED', { proofs: [proof] }))
  expect(verified).toContain('The owner may record the outcome meanwhile.')
  expect(verified).toContain('It waits until the operator lists another')
  expect(verified).not.toContain(close)
})

describe('the ledger of Seeds', () => {
  const entry = {
    id: 7,
    wallet: CONTRIBUTOR,
    amount: 10,
    kind: 'milestone-verified' as const,
    missionId: proof.missionId,
    challengeId: null,
    proofId: proof.id,
    reversesId: null,
    evidenceHash: 'c0'.repeat(32),
    createdAt: '2026-11-20T00:00:00.000Z',
  }
  const reversal = { ...entry, id: 8, amount: -10, kind: 'reversal' as const, reversesId: 7 }

  test('links to the entry that a reversal takes back only where it is shown', () => {
    const links = (entries: readonly (typeof entry | typeof reversal)[]) =>
      linksOf(drawn(SeedsLedger, { entries })).filter((href) => href?.startsWith('#'))
    expect(links([reversal, entry])).toEqual(['#entry-7'])
    expect(links([reversal])).toEqual([])
    expect(textOf(drawn(SeedsLedger, { entries: [reversal] }))).toContain('takes back no. 7')
  })

  test('says of which records the Seeds are', () => {
    const note = (entries: readonly (typeof entry | (Omit<typeof entry, 'challengeId'> & { challengeId: string }))[]) =>
      /What (.*?) credited/.exec(textOf(drawn(CreditedSeeds, { entries })))?.[1]
    expect(note([entry])).toBe('this mission')
    expect(note([entry, { ...entry, challengeId: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e' }])).toBe(
      'this mission and its challenge',
    )
  })
})

test('one and several items that are not the viewer’s to judge', () => {
  expect([1, 2].map(ownWords)).toEqual([
    '1 is not yours to review, because you have a part in it.',
    '2 are not yours to review, because you have a part in them.',
  ])
})
