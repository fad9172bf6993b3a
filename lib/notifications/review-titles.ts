/** The titles of a review's notification: for whoever submitted the proof, and for the others concerned. */
export const REVIEW_TITLES = {
  approve: { yours: 'Your proof was approved', others: 'A proof was approved' },
  'request-changes': { yours: 'Changes to your proof are requested', others: 'Changes to a proof are requested' },
  reject: { yours: 'Your proof was rejected', others: 'A proof was rejected' },
} as const

export type Verdict = keyof typeof REVIEW_TITLES

const VERDICTS: readonly Verdict[] = ['approve', 'request-changes', 'reject']

/** The verdict that a notification's title tells; undefined for one from before titles told it. */
export const verdictIn = (title: string): Verdict | undefined =>
  VERDICTS.find((verdict) => Object.values<string>(REVIEW_TITLES[verdict]).includes(title))
