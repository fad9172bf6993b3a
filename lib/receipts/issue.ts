import { jcsHash } from '@/lib/history/jcs'
import type { ReceiptFacts } from '@/lib/receipts/facts'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { serviceKey, signHash } from '@/lib/signing/ed25519'

/** A receipt without later payments: the exact object that is stored and sent. */
export type IssuedReceipt = Omit<ReceiptView, 'payments'>

/** The parts of a receipt that come from the outcome. */
type Issue = Pick<IssuedReceipt, 'id' | 'missionId' | 'outcome' | 'statement' | 'recordedBy' | 'seeds'> &
  Pick<IssuedReceipt, 'historyHead' | 'issuedAt' | 'rulesHash'>

/**
 * Makes the receipt. `contentHash` is the SHA-256 of the RFC 8785 form of everything except hash and signature;
 * `serviceSignature` is the service's Ed25519 signature (RFC 8032) over the 32 bytes of that hash
 * (docs/decisions.md#receipts-history-seeds).
 */
export async function issueReceipt(facts: ReceiptFacts, issue: Issue): Promise<IssuedReceipt> {
  const content = {
    id: issue.id,
    missionId: issue.missionId,
    outcome: issue.outcome,
    statement: issue.statement,
    recordedBy: issue.recordedBy,
    terms: facts.terms,
    discussion: facts.withheld ? { ...facts.discussion, withheld: true as const } : facts.discussion,
    decisionVerification: facts.decisionVerification,
    evidence: facts.evidence,
    ...(facts.files.length > 0 ? { files: facts.files } : {}),
    verifierDecisions: facts.verifierDecisions,
    seeds: issue.seeds,
    historyHead: issue.historyHead,
    issuedAt: issue.issuedAt,
    rulesHash: issue.rulesHash,
    serviceKey: await serviceKey(),
  }
  const contentHash = jcsHash(content)
  return { ...content, contentHash, serviceSignature: await signHash(contentHash) }
}
