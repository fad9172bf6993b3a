import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { boundsOf } from '@/components/forms/bounds'
import { checkBody } from '@/components/forms/check-body'
import { Folded, unfolds } from '@/components/record/folded'
import { createChallenge, submitDecision, verifyDecision } from '@/lib/challenges/contract'
import { convertChallenge, createMission } from '@/lib/missions/contract'

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
    for (const words of Object.values(errors)) expect(words).not.toBe(REQUIRED)
  })
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
