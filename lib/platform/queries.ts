import { db, one } from '@/lib/db/db'
import { iso, raw, sql } from '@/lib/db/sql'
import { sha256Hex } from '@/lib/history/jcs'
import { PlatformStatusView } from '@/lib/platform/schemas'
import { findPlatform, platformMode } from '@/lib/platform/settings'
import { publicKeyOf } from '@/lib/signing/ed25519'

const RECENT_CALLS_SHOWN = 20
const CallsRow = PlatformStatusView.pick({ lastSync: true, recent: true })

/** The status of the connector: its settings and its last calls. It contains no secrets. */
export async function readPlatformStatus(): Promise<PlatformStatusView> {
  const mode = platformMode()
  const { origin = null, seed = null } = findPlatform() ?? {}
  const calls = await one(
    db,
    sql`SELECT (SELECT ${raw(iso('max(t."syncedAt")'))} FROM "PlatformThread" t) AS "lastSync",
      (SELECT coalesce(json_agg(json_build_object('at', ${raw(iso('l.at'))}, 'call', l.call, 'outcome', l.outcome,
        'status', l.status, 'latencyMs', l."latencyMs") ORDER BY l.id DESC), '[]')
        FROM (SELECT * FROM "PlatformCall" ORDER BY id DESC LIMIT ${RECENT_CALLS_SHOWN}) l) AS recent`,
    CallsRow,
  )
  return {
    mode,
    origin,
    publishing: mode === 'publishing',
    keyFingerprint: seed === null ? null : await fingerprintOf(seed),
    ...calls,
  }
}

/** SHA-256 over the 32 bytes of the public key. */
async function fingerprintOf(seed: string): Promise<string> {
  return `SHA256:${sha256Hex(new Uint8Array(Buffer.from(await publicKeyOf(seed), 'base64url')))}`
}
