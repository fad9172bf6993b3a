import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { chainEvent, type NewEvent } from '@/lib/history/chain'
import { jcsHash } from '@/lib/history/jcs'
import type { HistoryEventView } from '@/lib/history/schemas'
import { uuidv7 } from '@/lib/id'
import { type IssuedReceipt, issueReceipt } from '@/lib/receipts/issue'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { signHash } from '@/lib/signing/ed25519'
import { verdictMessage } from '@/lib/signing/messages'
import { judgedProof, type ShownProof } from '@/lib/verify/contents'
import { NO_CHECK } from '@/tests/support/records'

// A receipt file made with real keys, by the functions that the service itself uses; no database.

const AT = new Date('2026-11-21T09:30:00.000Z')
const at = AT.toISOString()
const id = () => uuidv7(AT.getTime())
const verifier = privateKeyToAccount(generatePrivateKey())
const owner = privateKeyToAccount(generatePrivateKey()).address
const FILE_SUM = 'c0'.repeat(32)
const contributor = privateKeyToAccount(generatePrivateKey()).address

/** The owner acts where an event names nobody else; null stands for the service. */
type UnchainedEvent = Omit<NewEvent, 'actor'> & Partial<Pick<NewEvent, 'actor'>>

function chain(unchained: readonly UnchainedEvent[]): HistoryEventView[] {
  const events: HistoryEventView[] = []
  for (const event of unchained) {
    const last = events.at(-1)
    const head = last ? { historySeq: last.seq, historyHead: last.hash } : null
    events.push(chainEvent(head, { actor: owner, ...event }, AT))
  }
  return events
}

/** A history with one more event, hashed and linked as anybody can. */
export function appended(events: readonly HistoryEventView[], kind: string, data: object): HistoryEventView[] {
  const last = events.at(-1)
  const head = last ? { historySeq: last.seq, historyHead: last.hash } : null
  return [...events, chainEvent(head, { kind, actor: owner, data: { ...data } }, AT)]
}

/** What a verifier signs, with everything that a record keeps of it. */
export async function signed<Verdict extends string>(
  tag: string,
  verdict: Verdict,
  wordsName: string,
  words: string,
  content: object,
  records: readonly (readonly [string, string])[] = [],
) {
  const message = verdictMessage({
    tag,
    records,
    contentHash: jcsHash(content),
    verdict,
    verifier: verifier.address,
    nonce: '0123456789abcdef',
    issuedAt: AT,
    expiresAt: AT,
    wordsName,
    words,
  })
  const signature = await verifier.signMessage({ message })
  return { verdict, verifier: verifier.address, message, signature, signedAt: at }
}

export interface ReceiptFile {
  receipt: ReceiptView
  history: { mission: HistoryEventView[]; challenge: HistoryEventView[] }
}

/** The same, issued before receipts named who recorded the outcome. */
async function withoutRecorder({
  recordedBy: _,
  contentHash: _hash,
  serviceSignature: _signature,
  ...content
}: IssuedReceipt) {
  const contentHash = jcsHash(content)
  return { ...content, contentHash, serviceSignature: await signHash(contentHash) }
}

/**
 * A file as the site offers it for download: a challenge's decision, one proof sent back, one verified.
 * @param joined when the one file of the verified proof joined it, in milliseconds after the signature; without it no file did.
 * @param older as the service made it before reviews covered files, receipts named who recorded the outcome, and missions named
 *   the head of their challenge's history.
 */
export async function makeReceiptFile({
  joined,
  older = false,
}: {
  joined?: number
  older?: boolean
} = {}): Promise<ReceiptFile> {
  const file = (proofId: string) => ({
    id: id(),
    proofId,
    contentType: 'text/plain',
    bytes: 4,
    sha256: FILE_SUM,
    uploadedBy: contributor,
    uploadedAt: new Date(AT.getTime() + (joined ?? 0)).toISOString(),
  })
  const [receiptId, missionId, challengeId, milestoneId] = [id(), id(), id(), id()]
  const decision = {
    challengeId,
    side: 'A' as const,
    decisionUrl: 'https://community.example/board/lobby/42',
    explanation: 'The thread closed in favour of A.',
  }
  const side = (label: string) => ({
    side: 'A' as const,
    label,
    url: 'https://example.org/a',
    submittedBy: owner,
    submittedAt: at,
    proposalId: null,
  })
  const proof = (status: 'verified' | 'rejected', proofId = id()) => ({
    proofId,
    milestoneId,
    kind: 'Link' as const,
    url: `https://example.org/${status}`,
    txHash: null,
    chainId: null,
    note: 'Zoë’s page is live. 🌱',
    status,
    submittedBy: contributor,
    submittedAt: at,
    check: NO_CHECK,
    files: status === 'verified' && joined !== undefined ? [file(proofId)] : [],
    ...(older ? {} : { fileSums: status === 'verified' && joined !== undefined ? [FILE_SUM] : [] }),
  })
  const evidence = [proof('rejected'), proof('verified')] as const
  const contentOf = (about: ShownProof) => {
    const { files, ...rest } = judgedProof(about)
    return older ? rest : { ...rest, files }
  }
  const review = async (about: (typeof evidence)[number], verdict: 'approve' | 'reject', reason: string) => ({
    proofId: about.proofId,
    reason,
    ...(await signed('svc-proof-review-v1', verdict, 'Reason', reason, contentOf({ ...about, missionId }), [
      ['Mission', missionId],
      ['Milestone', milestoneId],
      ['Proof', about.proofId],
    ])),
  })
  const explanation = 'The post says so:\n"A" it is.'
  const decisionVerification = {
    explanation,
    ...(await signed('svc-decision-verification-v1', 'approve' as const, 'Explanation', explanation, decision, [
      ['Challenge', challengeId],
    ])),
  }
  const challenge = chain([
    { kind: 'challenge-created', to: 'OPEN', data: { challengeId } },
    {
      kind: 'decision-verified',
      to: 'DECISION_VERIFIED',
      data: { decision, verification: { ...decisionVerification } },
    },
    { kind: 'converted', to: 'CONVERTED_TO_MISSION', data: { missionId } },
  ])
  const outcome = [
    {
      kind: 'mission-created',
      to: 'SEED',
      data: { missionId, ...(older ? {} : { challengeHead: challenge.at(-1)?.hash }) },
    },
    { kind: 'outcome-recorded', to: 'COMPLETED', data: { receiptId, outcome: 'completed' } },
  ]
  const historyHead = chain(outcome).at(-1)?.hash ?? ''
  const made = await issueReceipt(
    {
      nextSeedId: 1,
      terms: {
        title: 'A guide',
        summary: 'One page.',
        deliverable: null,
        definitionOfDone: 'It is public.',
        requiredProof: 'A link.',
        rewardTerms: null,
        approvalRule: 'Owner records the outcome',
        deadline: '2026-12-31',
        owner,
        contributorWallet: contributor,
        milestones: [
          {
            id: milestoneId,
            position: 1,
            title: 'Public',
            amount: null,
            required: true,
            status: 'Pending',
            verified: true,
          },
        ],
        bounty: null,
      },
      discussion: {
        challengeId,
        prompt: 'Which one?',
        sourceUrl: null,
        decisionUrl: decision.decisionUrl,
        chosenSide: decision.side,
        explanation: decision.explanation,
        submissions: { A: side('The short one'), B: side('The long one') },
      },
      decisionVerification,
      evidence: [...evidence],
      files: [],
      withheld: false,
      erasureReason: null,
      verifierDecisions: [
        await review(evidence[0], 'reject', 'The page is empty.'),
        await review(evidence[1], 'approve', 'All ten questions are answered.'),
      ],
      seeds: [],
    },
    {
      id: receiptId,
      missionId,
      outcome: 'completed',
      statement: 'It helps.',
      recordedBy: owner,
      seeds: [],
      historyHead,
      issuedAt: at,
      rulesHash: jcsHash({}),
    },
  )
  const issued = older ? await withoutRecorder(made) : made
  const mission = chain([
    ...outcome,
    { kind: 'receipt-issued', actor: null, data: { receiptId, contentHash: issued.contentHash } },
  ])
  return { receipt: { ...issued, payments: [] }, history: { mission, challenge } }
}
