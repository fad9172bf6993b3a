import { invalid } from '@/lib/errors'

interface Deadlines {
  readonly submissionDeadline: string
  readonly decisionDeadline: string
}

/** @throws Refusal `invalid_request` for a decision that is due before the responses. Both are days, `YYYY-MM-DD`. */
export function requireDeadlineOrder({ submissionDeadline, decisionDeadline }: Deadlines): void {
  if (decisionDeadline < submissionDeadline)
    throw invalid('decisionDeadline', 'The decision deadline must not be before the submission deadline.')
}
