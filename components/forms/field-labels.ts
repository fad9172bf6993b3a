import { nameInWords } from '@/lib/text/name-in-words'

/** The labels of the fields whose names in the API are no words for people. Forms, previews and trials say them alike. */
export const FIELD_LABELS = {
  prompt: 'The question in full',
  contenderA: 'Side A',
  contenderB: 'Side B',
  submissionDeadline: 'Submissions and discussion until',
  decisionDeadline: 'Decision due',
  sourceUrl: 'The public post it comes from',
  definitionOfDone: 'Done when',
  requiredProof: 'Proof required',
  approvalRule: 'Approval',
  contributorWallet: 'Contributor',
  txHash: 'Transaction hash',
  transactionUrl: 'The transaction’s public page',
  url: 'Address',
} as const

const labels: Readonly<Record<string, string>> = FIELD_LABELS

/**
 * @param name as the API has it.
 * @example
 * fieldLabel('decisionDeadline') // 'Decision due'
 */
export const fieldLabel = (name: string): string =>
  Object.hasOwn(labels, name) ? (labels[name] ?? name) : nameInWords(name)
