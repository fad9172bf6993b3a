import { expect, test } from 'vitest'
import { checkBody } from '@/components/forms/check-body'
import { stillOpen } from '@/components/missions/actions/proof-form'
import { submitProof } from '@/lib/missions/contract'
import { openMilestones } from '@/lib/turns/mission-actions'
import { milestone } from '@/tests/support/records'

test('a proof that was typed for a milestone which takes none any more is for none, until its author chooses', () => {
  const [first, second] = [milestone('first'), milestone('second')]
  const open = openMilestones({ milestones: [first, second] })
  expect(['first', 'second'].map((id) => stillOpen(open, id))).toEqual(['first', 'second'])
  for (const over of [{ verified: true }, { status: 'Cancelled' as const }]) {
    const left = openMilestones({ milestones: [first, milestone('second', over)] })
    expect(stillOpen(left, 'second')).toBe('')
  }
})

test('while a record that the path names is not chosen, nothing is sent, and its field says so', () => {
  const body = { kind: 'Link', url: 'https://example.org/', note: 'Here.' }
  const check = (id: string) => checkBody(submitProof, { params: { id }, body }, { id: 'milestone' })
  expect(check('')).toEqual({ milestone: 'This field is required.' })
  expect(check('first')).toEqual({})
})
