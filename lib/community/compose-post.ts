import { z } from 'zod'
import type { LoadedChallenge } from '@/lib/challenges/load'
import { appUrl, serviceName } from '@/lib/env'
import { jcs } from '@/lib/history/canonical'
import { sha256Hex } from '@/lib/history/jcs'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { LoadedMission } from '@/lib/missions/load'
import { OUTCOMES } from '@/lib/missions/states'
import { bylineOf } from '@/lib/receipts/recorder'
import { beginningOf, quoted, quotedLines, saidBy } from '@/lib/text/quoted'

// The texts of all posts of the service. What people wrote is quoted: titles and labels in quotation marks, longer texts after
// a line that names the author, each of their lines behind `> `, so that none can look like a line of the service.

/** The announcement of a challenge. */
export function announceText(challenge: LoadedChallenge): string {
  return [
    `Challenge: ${quoted(challenge.title)}`,
    '',
    ...saidBy('The owner', challenge.owner, beginningOf(challenge.prompt)),
    '',
    `Side A: ${quoted(challenge.contenderA)}`,
    `Side B: ${quoted(challenge.contenderB)}`,
    `Responses until ${challenge.submissionDeadline}, the community's decision until ${challenge.decisionDeadline} (UTC).`,
    'Discuss here. Reactions are not counted as votes.',
    `${appUrl()}/challenges/${challenge.id}`,
  ].join('\n')
}

/** What an update says of a mission by itself. @param word for its state. */
const stateLines = (
  { title, state }: Pick<LoadedMission, 'title' | 'state'>,
  word: string = MISSION_STATE_LABELS[state].word,
): string[] => [`Mission: ${quoted(title)}`, `State: ${word}`, '']

/** A mission's state, with a summary. @param author the wallet that wrote it: the owner, or a moderator. */
export function missionUpdateText(
  mission: Pick<LoadedMission, 'id' | 'title' | 'state' | 'owner'>,
  summary: string,
  author: string,
): string {
  return [
    ...stateLines(mission),
    ...saidBy(author === mission.owner ? 'The owner' : 'A moderator', author, summary),
    '',
    `${appUrl()}/missions/${mission.id}`,
  ].join('\n')
}

/** Whether an update says what is so now. One that was queued before states had words here names the state itself. */
export const isUpdateOf = (text: string, mission: LoadedMission): boolean =>
  [stateLines(mission), stateLines(mission, mission.state)].some((lines) => text.startsWith(lines.join('\n')))

/** The parts of a receipt that a post needs. */
export const ReceiptWords = z.object({
  id: z.string(),
  outcome: z.enum(OUTCOMES),
  statement: z.string(),
  recordedBy: z.string().nullable(),
  contentHash: z.string(),
})
export type ReceiptWords = z.infer<typeof ReceiptWords>

/** How a mission ended: the outcome, the statement with its author, and the permanent receipt. */
export function receiptText({ title, owner }: Pick<LoadedMission, 'title' | 'owner'>, receipt: ReceiptWords): string {
  const { recordedBy, statement } = receipt
  const { words, wallet } = bylineOf({ outcome: receipt.outcome, statement, owner }, recordedBy)
  return [
    `Receipt: ${quoted(title)} has ended: ${receipt.outcome}.`,
    '',
    wallet ? `${words} (${wallet}):` : `${words}:`,
    ...quotedLines(beginningOf(receipt.statement)),
    '',
    `Content hash (SHA-256): ${receipt.contentHash}`,
    `${appUrl()}/receipts/${receipt.id}`,
  ].join('\n')
}

export interface Destination {
  readonly channel: string
  /** The post that it replies to; null for a new thread. */
  readonly parentPostId: string | null
}

/** The signed fields of a post as JSON (RFC 8785) and its hash. The text is shown, approved and sent unchanged. */
export function payloadOf({ channel, parentPostId }: Destination, text: string): { text: string; hash: string } {
  const parent = parentPostId === null ? {} : { parent_post_id: Number(parentPostId) }
  const payload = jcs({ channel, name: serviceName(), text, ...parent })
  return { text: payload, hash: sha256Hex(payload) }
}
