import { iso, raw, type Sql, sql } from '@/lib/db/sql'

const fields = (reason: string) => `'id', l.id, 'museId', l."museId", 'wallet', l.wallet, 'method', l.method,
    'active', l."unlinkedAt" IS NULL, 'publicKey', l."publicKey", 'message', l.message, 'signature', l.signature,
    'postUrl', l."postUrl", 'code', l.code, 'linkedAt', ${iso('l."linkedAt"')}, 'unlinkedAt', ${iso('l."unlinkedAt"')},
    'unlinkedBy', l."unlinkedBy", 'unlinkReason', ${reason}`

/** A link as JSON; `l` is its "MuseLink" row. While a moderator hides the reason for its end, that is withheld. */
export const museLinkJson = `CASE WHEN l."hiddenAt" IS NULL THEN json_build_object(${fields('l."unlinkReason"')})
    ELSE json_build_object(${fields('NULL')}, 'withheld', true) END`

/** The body `{"link": …}` of a write, as a scalar sub-select. */
export function showMuseLink(id: string): Sql {
  return sql`(SELECT json_build_object('link', ${raw(museLinkJson)})::text FROM "MuseLink" l WHERE l.id = ${id}::uuid)`
}
