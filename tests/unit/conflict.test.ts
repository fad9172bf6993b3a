import { expect, test } from 'vitest'
import { conflictOf, eligibleOf, refusalOf } from '@/lib/machine/conflict'

const PROOF = { kind: 'proof', owner: 'owner', contributorWallet: 'contributor', submittedBy: 'submitter' } as const

test('whoever has a part in a proof cannot judge it, verifier or not, and is told which part', () => {
  for (const isVerifier of [true, false]) {
    expect(refusalOf(PROOF, 'owner', isVerifier)).toContain('You own this mission')
    expect(refusalOf(PROOF, 'submitter', isVerifier)).toContain('You submitted this proof')
    expect(refusalOf(PROOF, 'contributor', isVerifier)).toContain('You are the contributor')
  }
})

test('of those who have no part a verifier may judge, and nobody else', () => {
  expect(conflictOf(PROOF, 'stranger')).toBeNull()
  expect(refusalOf(PROOF, 'stranger', true)).toBeNull()
  expect(refusalOf(PROOF, 'stranger', false)).toContain('not on the list')
  expect(refusalOf({ kind: 'decision', owner: 'owner' }, 'owner', true)).toContain('You own this challenge')
})

test('of the verifiers those are left who have no part, each once', () => {
  expect(eligibleOf(PROOF, ['owner', 'first', 'contributor', 'first', 'second'])).toEqual(['first', 'second'])
})
