import { request } from '@/lib/api/request'
import { excerpt } from '@/lib/text/excerpt'
import { lineOf } from '@/lib/verify/line-of'

// What a text that is about to be signed says, in a sentence. It is read from the text itself, so that it can say nothing else; only
// the titles of the records are the service's.

/** A sentence in pieces; what people wrote stands apart, so that it is shown as theirs. */
export type Said = readonly (string | { readonly theirs: string })[]

const TAG = /^svc-(decision-verification|proof-review|project-verification)-v1$/
const WORDS_CHARS_MAX = 240

export interface VerdictText {
  readonly kind: string
  readonly message: string
  /** The verifier's own. */
  readonly words: string
}

/** A verifier's text (docs/decisions.md#signed-messages); null for any other. */
export function readVerdict(message: string): VerdictText | null {
  const kind = TAG.exec(message.split('\n', 1)[0] ?? '')?.[1]
  const quoted = lineOf(message, 'Reason') ?? lineOf(message, 'Explanation')
  if (!kind || quoted === null) return null
  try {
    return { kind, message, words: String(JSON.parse(quoted)) }
  } catch {
    return null
  }
}

/** What is judged, by the title that the service has for it; null where it could not be read. */
async function subjectOf({ kind, message }: VerdictText, signal: AbortSignal): Promise<Said | null> {
  try {
    if (kind === 'decision-verification') {
      const { getChallenge } = await import('@/lib/challenges/contract')
      const { challenge } = await request(
        getChallenge,
        { params: { id: lineOf(message, 'Challenge') ?? '' } },
        { signal },
      )
      const side = challenge.decision?.side === 'B' ? challenge.contenderB : challenge.contenderA
      return ['the decision for ', { theirs: side }, ' in ', { theirs: challenge.title }]
    }
    const { getMission } = await import('@/lib/missions/contract')
    const id = lineOf(message, 'Mission') ?? lineOf(message, 'Project') ?? ''
    const { mission } = await request(getMission, { params: { id } }, { signal })
    const milestone = mission.milestones.find((one) => one.id === lineOf(message, 'Milestone'))
    return milestone ? [{ theirs: milestone.title }, ' for ', { theirs: mission.title }] : [{ theirs: mission.title }]
  } catch {
    return null
  }
}

const UNNAMED: Readonly<Record<string, string>> = {
  'decision-verification': 'the community’s decision',
  'proof-review': 'a proof',
  'project-verification': 'a mission',
}
const VERBS: Readonly<Record<string, string>> = {
  approve: 'You approve ',
  reject: 'You reject ',
  'request-changes': 'You ask for changes to ',
}

/** What a text says, in one sentence; null for a text that says it by itself. */
export async function saidOf(message: string, signal: AbortSignal): Promise<Said | null> {
  const verdict = readVerdict(message)
  const verb = VERBS[lineOf(message, 'Verdict') ?? '']
  if (!verdict || !verb) return null
  const subject = (await subjectOf(verdict, signal)) ?? [UNNAMED[verdict.kind] ?? '']
  return [verb, ...subject, ', because: ', { theirs: excerpt(verdict.words, WORDS_CHARS_MAX) }]
}
