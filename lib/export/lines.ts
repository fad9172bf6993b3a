import { z } from 'zod'
import { ChallengeRecord } from '@/lib/challenges/schemas'
import { Sha256, Timestamp, Wallet } from '@/lib/contract/fields'
import { jsonIn, repeatsNames } from '@/lib/json'
import { MissionRecord, SignedReviewView } from '@/lib/missions/schemas'
import { MuseLinkView } from '@/lib/muses/schemas'
import { ReceiptView } from '@/lib/receipts/schemas'
import { LedgerEntryView } from '@/lib/seeds/schemas'
import { isHashable } from '@/lib/verify/primitives'

// The lines of an export, newline-delimited JSON (UTF-8): the head, then all public data as the API shows it, then the end,
// which counts and signs the lines before it.

export const EXPORT_FORMAT = 'trellis-export-1'

const Head = z.object({
  type: z.literal('export'),
  format: z.literal(EXPORT_FORMAT),
  service: z.string(),
  origin: z.string(),
  /** The time of its snapshot. */
  takenAt: Timestamp,
})

/** A key of the service, and the period in which it signed. */
const Key = z.object({
  type: z.literal('key'),
  publicKey: z.string(),
  since: Timestamp.nullable(),
  until: Timestamp.nullable(),
})

/** Rules. Receipts refer to them by the SHA-256 of their text. */
const Rules = z.object({ type: z.literal('rules'), hash: Sha256, text: z.string() })

const Seeds = z.object({ type: z.literal('seeds'), entry: LedgerEntryView })

/** The sum of a wallet's entries. */
const Balance = z.object({ type: z.literal('balance'), wallet: Wallet, balance: z.int().nonnegative() })

const MuseLink = z.object({ type: z.literal('muse-link'), link: MuseLinkView })

// The number of eligible verifiers is left out: it depends on the moment and proves nothing.
const Challenge = z.object({
  type: z.literal('challenge'),
  challenge: ChallengeRecord.omit({ eligibleVerifiers: true }),
  /** Its discussion on the community platform: link, imported replies, posts. */
  discussion: z.looseObject({}),
})

const Parts = z.array(z.looseObject({}))

/** A mission with the parts that the earlier interface adds. It follows the challenge from which it was converted. */
const Mission = z.object({
  type: z.literal('mission'),
  mission: MissionRecord.omit({ eligibleVerifiers: true }),
  /** The post that it was created from, if any. Older exports lack it. */
  sourcePost: z.looseObject({}).nullable().optional(),
  commitments: Parts,
  decisions: z.array(z.looseObject({ id: z.string(), verification: SignedReviewView.nullable() })),
  funding: Parts,
  evidence: Parts,
})

/** It follows its mission. */
const Receipt = z.object({ type: z.literal('receipt'), receipt: ReceiptView })

/** A post of the service on the community platform. */
const Post = z.object({ type: z.literal('post'), post: z.looseObject({}) })

/** Nothing signs this line itself, so it says nothing more, and nothing twice. */
const End = z.strictObject({
  type: z.literal('end'),
  /** The number of lines before it. */
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
 * Parses a line. It returns the parsed JSON itself, not zod's copy, so that unknown fields are hashed too.
 * @returns null when the text is not a line of an export, or has no hash.
 */
export function parseExportLine(text: string): ExportLine | null {
  const value = jsonIn(text)
  if (!isHashable(value) || !isExportLine(value)) return null
  return value.type === 'end' && repeatsNames(text) ? null : value
}
