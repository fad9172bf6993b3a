import { jcsHash } from '@/lib/history/jcs'
import type { ReceiptFacts } from '@/lib/receipts/facts'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { signErased } from '@/lib/receipts/sign-erased'
import { serviceKey, signHash } from '@/lib/signing/ed25519'
import { holdsErased } from '@/lib/text/erased'

/** A receipt without later payments: the exact object that is stored and sent. */
export type IssuedReceipt = Omit<ReceiptView, 'payments'>

/** The parts of a receipt that come from the outcome. */
type Issue = Pick<IssuedReceipt, 'id' | 'missionId' | 'outcome' | 'statement' | 'recordedBy' | 'seeds'> &
  Pick<IssuedReceipt, 'historyHead' | 'issuedAt' | 'rulesHash'>

/**
 * Makes the receipt. `contentHash` is the SHA-256 of the RFC 8785 form of everything except hash and signature;
 * `serviceSignature` is the service's Ed25519 signature (RFC 8032) over the 32 bytes of that hash
 * (docs/decisions.md#receipts-history-seeds). Where texts had been erased by law before, it says so: without that a checker
 * would miss what was signed.
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
  const receipt = { ...content, contentHash, serviceSignature: await signHash(contentHash) }
  if (facts.erasureReason === null || !holdsErased(content)) return receipt
  return signErased(receipt, facts.erasureReason, new Date(issue.issuedAt))
}
