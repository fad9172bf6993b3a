import { createHash } from 'node:crypto'
import { z } from 'zod'
import { challengeRecordJson } from '@/lib/challenges/views'
import { discussionJson, outboxItemJson } from '@/lib/community/views'
import { type Snapshot, takeSnapshot } from '@/lib/db/snapshot'
import { iso } from '@/lib/db/sql'
import { appUrl, serviceName } from '@/lib/env'
import { EXPORT_FORMAT, type ExportEnd } from '@/lib/export/lines'
import { missionRecordJson } from '@/lib/missions/views'
import { museLinkJson } from '@/lib/muses/queries'
import { commitmentsJson, decisionsJson, evidenceListJson, fundingListJson, sourcePostJson } from '@/lib/projects/views'
import { receiptText } from '@/lib/receipts/views'
import { ledgerEntryJson } from '@/lib/seeds/ledger'
import { serviceKey, signHash } from '@/lib/signing/ed25519'

// The same SQL builds these lines and the API's responses, so hidden content is absent or withheld in both.

/** Each row holds some lines; null stands for an absent line. */
const LinesRow = z.object({ lines: z.array(z.string().nullable()) })

const lines = (...texts: string[]) => `ARRAY[${texts.join(', ')}] AS lines`
const line = (type: string, fields: string) => `json_build_object('type', '${type}', ${fields})::text`

const KEYS = `SELECT ${lines(line('key', `'publicKey', k."publicKey", 'since', ${iso('k.since')}, 'until', ${iso('k.until')}`))}
  FROM "ServiceKey" k ORDER BY k.since, k."publicKey"`

const RULES = `SELECT ${lines(line('rules', `'hash', r.hash, 'text', r.body`))} FROM "Rules" r ORDER BY r."firstUsedAt", r.hash`

const SEEDS = `SELECT ${lines(line('seeds', `'entry', ${ledgerEntryJson('e')}`))} FROM "SeedEntry" e ORDER BY e.id`

/** As the service shows them: who reads the export adds the entries up. */
const BALANCES = `SELECT ${lines(line('balance', `'wallet', b.wallet, 'balance', b.balance`))} FROM "SeedBalance" b ORDER BY b.wallet`

const MUSE_LINKS = `SELECT ${lines(line('muse-link', `'link', ${museLinkJson}`))} FROM "MuseLink" l ORDER BY l.id`

const REPLACED_KEYS = `SELECT k."publicKey" FROM "ServiceKey" k WHERE k.until IS NOT NULL`

const KeyRow = z.object({ publicKey: z.string() })

/** @throws Error when the key has been replaced: nobody would trust what it signs now. */
async function requireKeyInUse(snapshot: Snapshot, key: string): Promise<void> {
  const replaced = await snapshot.all(REPLACED_KEYS, KeyRow)
  if (replaced.some(({ publicKey }) => publicKey === key))
    throw new Error('SERVICE_PRIVATE_KEY is a key that was replaced: set the present one.')
}

/** The lines of the mission `m`, and of its receipt. */
const missionLine = line(
  'mission',
  `'mission', ${missionRecordJson}, 'sourcePost', ${sourcePostJson}, 'commitments', ${commitmentsJson}, 'decisions', ${decisionsJson}, 'funding', ${fundingListJson}, 'evidence', ${evidenceListJson}`,
)
const receiptLine = `(SELECT '{"type":"receipt","receipt":' || ${receiptText} || '}' FROM "Receipt" r WHERE r."missionId" = m.id)`

/** Challenges, each with the mission into which it was converted. */
const CHALLENGES = `SELECT ${lines(
  line('challenge', `'challenge', ${challengeRecordJson}, 'discussion', ${discussionJson}`),
  `CASE WHEN m.id IS NOT NULL THEN ${missionLine} END`,
  receiptLine,
)} FROM "Challenge" c LEFT JOIN "Mission" m ON m."challengeId" = c.id AND m."hiddenAt" IS NULL
  WHERE c."hiddenAt" IS NULL ORDER BY c.id`

/** The missions without a challenge, or with a hidden one. */
const MISSIONS = `SELECT ${lines(missionLine, receiptLine)} FROM "Mission" m WHERE m."hiddenAt" IS NULL
  AND NOT EXISTS (SELECT 1 FROM "Challenge" c WHERE c.id = m."challengeId" AND c."hiddenAt" IS NULL) ORDER BY m.id`

const POSTS = `SELECT ${lines(line('post', `'post', ${outboxItemJson(false)}`))} FROM "OutboxItem" o WHERE o.state = 'sent'
  AND NOT EXISTS (SELECT 1 FROM "Challenge" c WHERE c.id = o."challengeId" AND c."hiddenAt" IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM "Mission" m WHERE m.id = o."missionId" AND m."hiddenAt" IS NOT NULL) ORDER BY o.id`

async function* linesOf(snapshot: Snapshot, takenAt: Date): AsyncGenerator<string> {
  yield JSON.stringify({
    type: 'export',
    format: EXPORT_FORMAT,
    service: serviceName(),
    origin: appUrl(),
    takenAt: takenAt.toISOString(),
  })
  for (const text of [KEYS, RULES, SEEDS, BALANCES, MUSE_LINKS, CHALLENGES, MISSIONS, POSTS])
    for await (const rows of snapshot.pieces(text, LinesRow))
      for (const found of rows) for (const one of found.lines) if (one !== null) yield one
}

/**
 * All public data at one moment as newline-delimited JSON: rules, keys, ledger, links of Muses, challenges with their
 * discussions, missions, receipts, posts. It contains nothing hidden or private. The last line counts the lines before it and
 * carries the service's signature. Evidence files are included as hashes, without their bytes.
 * @param connectionString a `postgres://` URL.
 * @throws Error when the service's key has been replaced.
 * @returns lines, each with its line feed.
 */
export async function* exportLines(connectionString: string): AsyncGenerator<string> {
  const snapshot = await takeSnapshot(connectionString, 'trellis-export')
  try {
    // Held against the end of the key that signs it, which is told by the same clock (scripts/rotate-key.ts).
    const takenAt = await snapshot.now()
    const key = await serviceKey()
    await requireKeyInUse(snapshot, key)
    const hash = createHash('sha256')
    let count = 0
    for await (const text of linesOf(snapshot, takenAt)) {
      // JSON that Postgres builds from columns has no line breaks, but a stored text may contain some.
      const whole = `${text.replaceAll('\n', ' ')}\n`
      hash.update(whole)
      count += 1
      yield whole
    }
    const sha256 = hash.digest('hex')
    const end: ExportEnd = {
      type: 'end',
      lines: count,
      sha256,
      serviceKey: key,
      signature: await signHash(sha256),
    }
    yield `${JSON.stringify(end)}\n`
  } finally {
    await snapshot.close()
  }
}
