/** The parts of a decision that a verifier judges, as a challenge or a receipt shows them. */
interface ShownDecision {
  readonly side: string | null
  readonly decisionUrl: string | null
  readonly explanation: string | null
}

/** The content that a verifier's verdict on a decision covers. */
export const judgedDecision = (challengeId: string | null, { side, decisionUrl, explanation }: ShownDecision) => ({
  challengeId,
  side,
  decisionUrl,
  explanation,
})
