import { SIGNED } from '@/lib/challenges/example'

// One mission, as the examples of the OpenAPI document tell of it (`makes` of an endpoint).

const OWNER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ID = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const CONTRIBUTOR = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

export const CLAIMED = { state: 'CLAIMED', contributorWallet: CONTRIBUTOR }
export const PROVEN = { submittedBy: CONTRIBUTOR }
export const VERDICT = { verdict: 'approve', reason: 'The page answers all ten questions.' } as const
export const REVIEWED = { ...PROVEN, status: 'verified', reviews: [{ ...VERDICT, ...SIGNED }] }
export const COMPLETED = {
  state: 'COMPLETED',
  contributorWallet: CONTRIBUTOR,
  recordedBy: OWNER,
  receiptId: ID,
  milestones: [
    {
      id: ID,
      position: 1,
      title: 'The page is public',
      amount: '25',
      required: true,
      status: 'Pending',
      verified: true,
    },
  ],
}
