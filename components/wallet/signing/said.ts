import { request } from '@/lib/api/request'
import { lineOf } from '@/lib/verify/line-of'

// The meaning of a text to sign, in one sentence. It is read from the text itself, so it says nothing else. Only the
// titles of the records come from the service. In it, double quotation marks of users are single. The signer's own words stand
// apart, as typed, and the exact text below them.

/** A sentence in pieces. Text of users is separate, so that it is shown as a quote. */
type Sentence = readonly (string | { readonly theirs: string })[]

export interface Said {
  readonly sentence: Sentence
  /** The signer's own words, or their beginning. */
  readonly words: string
}

const TAG = /^svc-(decision-verification|proof-review|project-verification)-v1$/
const WORDS_CHARS_MAX = 240
const WORDS_LINES_MAX = 6

/** The beginning of what somebody typed, with its line breaks. */
export function beginningOfWords(words: string): string {
  const lines = words.trim().split('\n')
  const shown = [...lines.slice(0, WORDS_LINES_MAX).join('\n')]
  const isWhole = lines.length <= WORDS_LINES_MAX && shown.length <= WORDS_CHARS_MAX
  return isWhole ? shown.join('') : `${shown.slice(0, WORDS_CHARS_MAX).join('').trimEnd()} …`
}

export interface VerdictText {
  readonly kind: string
  readonly message: string
  /** The verifier's own words. */
  readonly words: string
}

/** Reads a verifier's text (docs/decisions.md#signed-messages); null for any other text. */
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

/** The page that shows what a verifier's text is about; null for any other text. */
export function judgedPage(message: string): string | null {
  if (!readVerdict(message)) return null
  const challenge = lineOf(message, 'Challenge')
  if (challenge) return `/challenges/${challenge}`
  const mission = lineOf(message, 'Mission') ?? lineOf(message, 'Project')
  const proof = lineOf(message, 'Proof')
  return `/missions/${mission}${proof ? `#proof-${proof}` : ''}`
}

/** The judged record by its title, which is requested from the service; null if that fails. */
async function subjectOf({ kind, message }: VerdictText, signal: AbortSignal): Promise<Sentence | null> {
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

/** The meaning of a text in one sentence; null if the text needs none. */
export async function saidOf(message: string, signal: AbortSignal): Promise<Said | null> {
  const verdict = readVerdict(message)
  const verb = VERBS[lineOf(message, 'Verdict') ?? '']
  if (!verdict || !verb) return null
  const subject = (await subjectOf(verdict, signal)) ?? [UNNAMED[verdict.kind] ?? '']
  return { sentence: [verb, ...subject, ', because:'], words: beginningOfWords(verdict.words) }
}
