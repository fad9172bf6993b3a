import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { boundsOf } from '@/components/forms/bounds'
import { checkBody } from '@/components/forms/check-body'
import { firstFaulty } from '@/components/forms/form'
import { returnedProofs } from '@/components/missions/actions/proof-form'
import { NO_MISSION_VALUES } from '@/components/missions/mission-values'
import { MissionPreview, withWordsOf } from '@/components/missions/new-mission-form'
import { Folded, unfolds } from '@/components/record/folded'
import { createChallenge, moveDeadlines, submitDecision, verifyDecision } from '@/lib/challenges/contract'
import { LongText, Title } from '@/lib/contract/fields'
import { convertChallenge, createMission, submitProof } from '@/lib/missions/contract'
import { PROOF_KIND_LABELS } from '@/lib/missions/labels'
import type { PostPreview } from '@/lib/platform/schemas'
import { recordPayment } from '@/lib/receipts/contract'
import { proof, VERIFIER } from '@/tests/support/records'

describe('the bounds of a field are those of its contract', () => {
  test.each([
    ['title', createMission, { min: 3, max: 140, required: true }],
    ['summary', createMission, { min: 1, max: 4000, required: true }],
    ['deliverable', createMission, { min: 1, max: 4000, required: false }],
    ['explanation', verifyDecision, { min: 1, max: 2000, required: true }],
    ['no-such-field', createMission, { min: 0, max: null, required: false }],
  ] as const)('%s', (field, endpoint, bounds) => {
    expect(boundsOf(endpoint, field)).toEqual(bounds)
  })

  test('inside a list too', () => {
    for (const endpoint of [createMission, convertChallenge]) {
      expect(boundsOf(endpoint, 'milestones.0.title')).toEqual({ min: 3, max: 140, required: true })
      expect(boundsOf(endpoint, 'milestones.19.amount')).toMatchObject({ required: false })
      expect(boundsOf(endpoint, 'milestones.first.title')).toEqual({ min: 0, max: null, required: false })
    }
    expect(boundsOf(createChallenge, 'submissions.1.url')).toMatchObject({ required: true })
  })
})

describe('a field that was left empty', () => {
  const REQUIRED = 'This field is required.'

  test('is required, whatever its form: a text, an address, a day, a choice', () => {
    const body = { side: undefined, decisionUrl: '', explanation: '   ' }
    expect(checkBody(submitDecision, { body })).toEqual({
      side: REQUIRED,
      decisionUrl: REQUIRED,
      explanation: REQUIRED,
    })
    const errors = checkBody(createChallenge, { body: { submissionDeadline: '', decisionDeadline: '' } })
    expect([errors['submissionDeadline'], errors['decisionDeadline']]).toEqual([REQUIRED, REQUIRED])
    expect(checkBody(createMission, { body: { milestones: [{ title: '' }] } })['milestones.0.title']).toBe(REQUIRED)
  })

  test('is told in the service’s words once something stands in it', () => {
    const errors = checkBody(submitDecision, { body: { side: 'C', decisionUrl: 'nonsense', explanation: 'Yes.' } })
    expect(Object.keys(errors).sort()).toEqual(['decisionUrl', 'side'])
    expect(errors['side']).toBe('This field must be one of: A, B.')
    expect(errors['decisionUrl']).toMatch(/^[A-Z].*\.$/)
    expect(errors['decisionUrl']).not.toBe(REQUIRED)
  })

  test('is told by the rule where any of several suffices, and as required where the form sends it empty', () => {
    const reason = 'More time.'
    const rule = 'Name a new submission deadline, a new decision deadline, or both.'
    expect(checkBody(moveDeadlines, { body: { reason } })).toEqual({ submissionDeadline: rule })
    expect(checkBody(moveDeadlines, { body: { decisionDeadline: '', reason } })).toEqual({ decisionDeadline: REQUIRED })
    const proof = { kind: 'Transaction', url: 'https://example.org/', note: 'Paid.' }
    expect(checkBody(submitProof, { body: { ...proof, txHash: '', chainId: '' } })).toEqual({
      txHash: REQUIRED,
      chainId: REQUIRED,
    })
  })
})

test('of several fields with an error the first on the page is found, whatever their order in the contract', () => {
  const control = (name: string | null) => ({ getAttribute: () => name })
  const [button, txHash, chainId] = [control(null), control('txHash'), control('chainId')]
  const errors = checkBody(recordPayment, { body: { txHash: '0x1234', chainId: 'abc' } })
  expect(Object.keys(errors)).toEqual(['chainId', 'txHash'])
  expect(firstFaulty([button, txHash, chainId], errors)).toBe(txHash)
  expect(firstFaulty([button, txHash, chainId], { chainId: 'Not a number.' })).toBe(chainId)
  expect(firstFaulty([button, txHash, chainId], {})).toBeUndefined()
})

test('the proof that is answered is the one that was judged last, also where it is older than another: it was restored', () => {
  const judged = (number: number, day: number) => ({
    ...{ ...proof, id: `${proof.id.slice(0, -1)}${number}`, status: 'rejected' as const },
    reviews: [
      {
        ...{ verdict: 'reject' as const, reason: `On day ${day}.`, verifier: VERIFIER, message: 'x', signature: '0x' },
        signedAt: `2026-11-2${day}T00:00:00.000Z`,
      },
    ],
  })
  const milestone = { id: proof.milestoneId, position: 1, title: 'One', amount: null }
  const open = [{ ...milestone, required: true, status: 'Pending' as const, verified: false }]
  const answered = (...proofs: Parameters<typeof returnedProofs>[0]) => returnedProofs(proofs, open).map(({ id }) => id)
  const [older, newer] = [judged(0, 3), judged(1, 2)]
  expect(answered(older, newer)).toEqual([older.id])
  expect(answered(judged(0, 1), newer)).toEqual([newer.id])
})

test('folded fields unfold with their first value, and for each attempt that finds an error in them', () => {
  const closed = { inUse: false, faults: null }
  const [first, second] = [{ linkA: 'No URL.' }, { linkA: 'No URL.' }]
  expect(unfolds(closed, { inUse: true, faults: null })).toBe(true)
  expect(unfolds(closed, { inUse: false, faults: first })).toBe(true)
  const inUse = { inUse: true, faults: null }
  // Whoever folded them meanwhile keeps them folded while they type elsewhere, but not before an error.
  expect(unfolds(inUse, { ...inUse })).toBe(false)
  expect(unfolds(inUse, { inUse: true, faults: first })).toBe(true)
  expect(unfolds({ inUse: true, faults: first }, { inUse: true, faults: first })).toBe(false)
  expect(unfolds({ inUse: true, faults: first }, { inUse: true, faults: second })).toBe(true)
  expect(unfolds({ inUse: true, faults: first }, inUse)).toBe(false)
})

test('a fold with a value or an error is open from the start', () => {
  const folded = { title: 'A bounty is named', inUse: false, children: 'Its amount' }
  const html = (over: object) => renderToStaticMarkup(createElement(Folded, { ...folded, ...over }))
  expect([{}, { inUse: true }, { faults: {} }].map((over) => html(over).includes('<details open=""'))).toEqual([
    false,
    true,
    true,
  ])
})

test('the address of source code is refused by the name that its kind has in the form, and by the one that it has in the API', () => {
  const body = { kind: 'CodeHost', url: 'https://code.example/a', note: 'Done.' }
  const words = checkBody(submitProof, { body })['url']
  expect(words?.toLowerCase()).toContain(PROOF_KIND_LABELS.CodeHost.toLowerCase())
  expect(words).toContain('CodeHost')
})

describe('the form of a mission', () => {
  const post: PostPreview = {
    postId: '42',
    url: 'https://community.example/p/42',
    channel: null,
    title: 'Write it',
    description: 'All of it.',
    siteName: null,
    authorName: null,
    imageUrl: null,
    publishedAt: null,
  }
  const family = '👩\u200d👧'

  test.each([
    ['an unseen space', 'Write\u200bit', 'Write it'],
    ['a soft hyphen', 'Dona\u00adtion', 'Dona tion'],
    ['a mark of direction', 'Write it\u200f', 'Write it'],
    ['a word joiner', '\u2060Write it', 'Write it'],
    ['two lines', 'Write\nit', 'Write it'],
    ['a family at the cut', `${'x'.repeat(138)}${family}`, `${'x'.repeat(138)}👩`],
    ['a family before it', `${'x'.repeat(137)}${family}y`, `${'x'.repeat(137)}${family}`],
  ])('takes a title from a post that the service takes from it: %s', (_what, title, taken) => {
    const values = withWordsOf(NO_MISSION_VALUES, { ...post, title })
    expect(values.title).toBe(taken)
    expect(Title.parse(values.title)).toBe(taken)
  })

  test('takes a summary so too, and leaves what is typed', () => {
    const { summary } = withWordsOf(NO_MISSION_VALUES, { ...post, description: 'cod\u202eexe' })
    expect(LongText.parse(summary)).toBe('cod⟨U+202E⟩exe')
    const typed = { ...NO_MISSION_VALUES, title: 'Mine', summary: 'My own.' }
    expect(withWordsOf(typed, post)).toEqual(typed)
  })

  test('previews all that is recorded of a bounty', () => {
    const preview = (over: object) =>
      renderToStaticMarkup(createElement(MissionPreview, { values: { ...NO_MISSION_VALUES, ...over } }))
    const bounty = { bountyAmount: '250', bountyCurrency: 'USDC', bountyChainId: '8453', bountyTxHash: '0xabc' }
    for (const said of ['250 USDC', 'Base (8453)', '0xabc']) expect(preview(bounty)).toContain(said)
    expect(preview({ bountyChainId: '8453' })).toContain('Base (8453)')
    expect(preview({})).not.toContain('Bounty')
  })
})
