import { expect, test } from 'vitest'
import { disclosureWords } from '@/lib/challenges/labels'

const ID = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8d'
const link = { fact: 'recorded-link', id: ID, side: 'A', museId: null } as const
const proposal = (side: 'B' | null) => ({ fact: 'wrote-proposal', id: ID, side, museId: '7' }) as const

test('what part a verifier had is told in one sentence', () => {
  expect(disclosureWords({ disclosures: [link] })).toBe('Disclosed: the verifier recorded the response link of side A.')
  expect(disclosureWords({ disclosures: [link, proposal('B')] })).toBe(
    'Disclosed: the verifier recorded the response link of side A and has been linked to a Muse whose proposal was accepted as the response of side B.',
  )
  expect(disclosureWords({ disclosures: [proposal(null)] })).toBe(
    'Disclosed: the verifier has been linked to a Muse that wrote a proposal.',
  )
})

test('where nothing is noted, nothing is said', () => {
  for (const disclosures of [[], null, undefined]) expect(disclosureWords({ disclosures })).toBeNull()
})
