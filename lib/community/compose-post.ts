import { z } from 'zod'
import type { LoadedChallenge } from '@/lib/challenges/load'
import { appUrl, serviceName } from '@/lib/env'
import { jcs } from '@/lib/history/canonical'
import { sha256Hex } from '@/lib/history/jcs'
import type { LoadedMission } from '@/lib/missions/load'
import { OUTCOMES } from '@/lib/missions/schemas'
import { bylineOf } from '@/lib/receipts/recorder'

// The texts of all posts of the service. Texts written by people are quoted, or follow a line that names the author.

const PROMPT_CHARS_MAX = 600
const STATEMENT_CHARS_MAX = 600

function shorten(text: string, charsMax: number): string {
  const characters = [...text]
  return characters.length > charsMax
    ? `${characters
        .slice(0, charsMax - 1)
        .join('')
        .trimEnd()}…`
    : text
}

/** The announcement of a challenge. */
export function announceText(challenge: LoadedChallenge): string {
  return [
    `Challenge: “${challenge.title}”`,
    '',
    shorten(challenge.prompt, PROMPT_CHARS_MAX),
    '',
    `Side A: ${challenge.contenderA}`,
    `Side B: ${challenge.contenderB}`,
    `Responses until ${challenge.submissionDeadline}, the community's decision until ${challenge.decisionDeadline} (UTC).`,
    'Discuss here. Reactions are not counted as votes.',
    `${appUrl()}/challenges/${challenge.id}`,
  ].join('\n')
}

/** A mission's state, with a summary by its owner. */
export function missionUpdateText(mission: Pick<LoadedMission, 'id' | 'title' | 'state'>, summary: string): string {
  return [
    `Mission: “${mission.title}”`,
    `State: ${mission.state}`,
    '',
    summary,
    '',
    `${appUrl()}/missions/${mission.id}`,
  ].join('\n')
}

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
    `Receipt: “${title}” has ended: ${receipt.outcome}.`,
    '',
    wallet ? `${words} (${wallet}):` : `${words}:`,
    shorten(receipt.statement, STATEMENT_CHARS_MAX),
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
