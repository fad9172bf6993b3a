import { z } from 'zod'
import { ChallengeRecord } from '@/lib/challenges/schemas'
import { Sha256, Timestamp, Wallet } from '@/lib/contract/fields'
import { jsonIn } from '@/lib/json'
import { MissionRecord } from '@/lib/missions/schemas'
import { MuseLinkView } from '@/lib/muses/schemas'
import { ReceiptView } from '@/lib/receipts/schemas'
import { LedgerEntryView } from '@/lib/seeds/schemas'

// The lines of an export, newline-delimited JSON (UTF-8): the head, then everything public as the API shows it, then the end,
// which counts and signs what came before.

export const EXPORT_FORMAT = 'trellis-export-1'

const Head = z.object({
  type: z.literal('export'),
  format: z.literal(EXPORT_FORMAT),
  service: z.string(),
  origin: z.string(),
  /** When its snapshot was taken. */
  takenAt: Timestamp,
})

/** A key of the service, and when it signed. */
const Key = z.object({
  type: z.literal('key'),
  publicKey: z.string(),
  since: Timestamp.nullable(),
  until: Timestamp.nullable(),
})

/** Rules that receipts name by the SHA-256 of their text. */
const Rules = z.object({ type: z.literal('rules'), hash: Sha256, text: z.string() })

const Seeds = z.object({ type: z.literal('seeds'), entry: LedgerEntryView })

/** The sum of a wallet's entries. */
const Balance = z.object({ type: z.literal('balance'), wallet: Wallet, balance: z.int().nonnegative() })

const MuseLink = z.object({ type: z.literal('muse-link'), link: MuseLinkView })

// What depends on the moment and proves nothing is left out: how many verifiers there were.
const Challenge = z.object({
  type: z.literal('challenge'),
  challenge: ChallengeRecord.omit({ eligibleVerifiers: true }),
  /** Its discussion on the community platform: link, replies that were imported, posts. */
  discussion: z.looseObject({}),
})

const Parts = z.array(z.looseObject({}))

/** A mission with what the earlier interface adds to it. It follows the challenge that it grew from. */
const Mission = z.object({
  type: z.literal('mission'),
  mission: MissionRecord.omit({ eligibleVerifiers: true }),
  commitments: Parts,
  decisions: Parts,
  funding: Parts,
  evidence: Parts,
})

/** It follows its mission. */
const Receipt = z.object({ type: z.literal('receipt'), receipt: ReceiptView })

/** A post of the service on the community platform. */
const Post = z.object({ type: z.literal('post'), post: z.looseObject({}) })

const End = z.object({
  type: z.literal('end'),
  /** How many lines come before. */
  lines: z.int().positive(),
  /** SHA-256 (hex) of their bytes, each with its line feed. */
  sha256: Sha256,
  serviceKey: z.string(),
  /** Ed25519 over the 32 bytes of `sha256`, base64url. */
  signature: z.string(),
})

const ExportLine = z.discriminatedUnion('type', [
  Head,
  Key,
  Rules,
  Seeds,
  Balance,
  MuseLink,
  Challenge,
  Mission,
  Receipt,
  Post,
  End,
])
export type ExportLine = z.infer<typeof ExportLine>
export type ExportEnd = z.infer<typeof End>

const isExportLine = (value: unknown): value is ExportLine => ExportLine.safeParse(value).success

/**
 * Reads a line. What is given is the line's own value, not zod's copy: a field that the schema does not know must reach the hash.
 * @returns null for what is no line of an export.
 */
export function parseExportLine(text: string): ExportLine | null {
  const value = jsonIn(text)
  return isExportLine(value) ? value : null
}
