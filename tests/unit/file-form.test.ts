import { expect, test } from 'vitest'
import { fileChoices } from '@/components/missions/actions/file-form'
import type { MissionRecord } from '@/lib/missions/schemas'
import { milestone, mission, proof, STRANGER } from '@/tests/support/records'

test('a file is offered the contributor’s own waiting proof, by its number on the page', () => {
  const milestones = [milestone('first'), milestone('second')]
  const verified = { ...proof, id: '1', milestoneId: 'first', status: 'verified' as const }
  const returned = { ...proof, id: '2', milestoneId: 'second', status: 'rejected' as const }
  const waiting = { ...proof, id: '3', milestoneId: 'second' }
  const offered = (proofs: MissionRecord['proofs']) =>
    fileChoices(mission('PROOF_SUBMITTED', { milestones, proofs })).map(({ value, label }) => [value, label])
  const whole = ['', 'The mission as a whole']
  expect(offered([verified, returned, waiting])).toEqual([whole, ['3', 'Proof 2 (Link)']])
  expect(offered([{ ...waiting, submittedBy: STRANGER }]), 'of the contributor before').toEqual([whole])
})
