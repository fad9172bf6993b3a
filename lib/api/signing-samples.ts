import { decisionVerification } from '@/lib/challenges/verify-decision'
import { jcsHash } from '@/lib/history/jcs'
import { proofReview } from '@/lib/missions/review-proof'
import { projectVerification } from '@/lib/projects/verification'
import { museLinkMessage, museLinkPost, signInMessage, verdictMessage } from '@/lib/signing/messages'

const ISSUED = new Date('2026-11-21T09:30:00.000Z')
const EXPIRES = new Date('2026-11-21T09:40:00.000Z')
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const NONCE = '8f1d0c5be2a94f6b7c3e5a1d9b0f2e4c8f1d0c5be2a94f6b'
const id = (end: string) => `019aa35c-0c00-7c3e-8f10-3b1f5a6c7${end}`
const common = { verdict: 'approve', verifier: WALLET, nonce: NONCE, issuedAt: ISSUED, expiresAt: EXPIRES }

/** Samples of the texts that wallets and Muses sign, made by the functions that make the real texts. */
export function signingSamples() {
  const decision = {
    challengeId: id('d8e'),
    side: 'A',
    decisionUrl: 'https://community.example/board/lobby/42',
    explanation: 'The thread closed with a clear majority of voices for the short text.',
  }
  const proof = {
    proofId: id('d93'),
    missionId: id('d91'),
    milestoneId: id('d92'),
    kind: 'Link',
    url: 'https://example.org/newcomers',
    txHash: null,
    chainId: null,
    note: 'The page is live since Tuesday.',
    submittedBy: WALLET,
    submittedAt: ISSUED.toISOString(),
    files: [],
  }
  return {
    signIn: signInMessage({ address: WALLET, chainId: 1, nonce: NONCE, issuedAt: ISSUED, expiresAt: EXPIRES }),
    museLink: museLinkMessage({
      museId: 'muse_1j335p3a14',
      wallet: WALLET,
      nonce: NONCE,
      issuedAt: ISSUED,
      expiresAt: EXPIRES,
    }),
    musePost: museLinkPost({ museId: 'muse_1j335p3a14', wallet: WALLET, code: NONCE.slice(0, 32) }),
    decision: verdictMessage({
      ...common,
      tag: decisionVerification.tag,
      records: [
        ['Challenge', decision.challengeId],
        ['Decision', id('d8f')],
      ],
      contentHash: jcsHash(decision),
      wordsName: decisionVerification.wordsName,
      words: 'The linked post states the result as recorded.',
    }),
    review: verdictMessage({
      ...common,
      tag: proofReview.tag,
      records: [
        ['Mission', proof.missionId],
        ['Milestone', proof.milestoneId],
        ['Proof', proof.proofId],
      ],
      contentHash: jcsHash(proof),
      wordsName: proofReview.wordsName,
      words: 'The page answers all ten questions.',
    }),
    project: verdictMessage({
      ...common,
      tag: projectVerification.tag,
      records: [['Project', proof.missionId]],
      contentHash: jcsHash({ projectId: proof.missionId }),
      wordsName: projectVerification.wordsName,
      words: 'What was promised is public, and does what it should.',
    }),
  }
}
