/** The parts of a decision that a verifier judges, as a challenge shows them. */
interface ShownDecision {
  readonly side: string
  readonly decisionUrl: string
  readonly explanation: string
}

/** The content that a verifier's verdict on a decision covers. */
export const judgedDecision = (challengeId: string, { side, decisionUrl, explanation }: ShownDecision) => ({
  challengeId,
  side,
  decisionUrl,
  explanation,
})
