import { z } from 'zod'
import { MUSE_LINKS_SHOWN_MAX } from '@/lib/contract/limits'
import { type Db, db, one } from '@/lib/db/db'
import { parseView } from '@/lib/db/parse-view'
import { iso, join, raw, type Sql, sql } from '@/lib/db/sql'
import { conflict, invalid } from '@/lib/errors'
import { type MuseLinkQuery, MuseLinkView } from '@/lib/muses/schemas'

const fields = (reason: string) => `'id', l.id, 'museId', l."museId", 'wallet', l.wallet, 'method', l.method,
    'active', l."unlinkedAt" IS NULL, 'publicKey', l."publicKey", 'message', l.message, 'signature', l.signature,
    'postUrl', l."postUrl", 'code', l.code, 'linkedAt', ${iso('l."linkedAt"')}, 'unlinkedAt', ${iso('l."unlinkedAt"')},
    'unlinkedBy', l."unlinkedBy", 'unlinkReason', ${reason}`

/** A link as JSON; `l` is its "MuseLink" row. A hidden reason for its end is withheld. */
export const museLinkJson = `CASE WHEN l."hiddenAt" IS NULL THEN json_build_object(${fields('l."unlinkReason"')})
    ELSE json_build_object(${fields('NULL')}, 'withheld', true) END`

/** The body `{"link": …}` of a write, as a scalar sub-select. */
export function showMuseLink(id: string): Sql {
  return sql`(SELECT json_build_object('link', ${raw(museLinkJson)})::text FROM "MuseLink" l WHERE l.id = ${id}::uuid)`
}

const LinksRow = z.object({ links: z.string() })

const TakenRow = z.object({ muse: z.boolean(), own: z.boolean() })

/**
 * The body of `GET /api/v1/muse-links` as JSON text: newest first, ended links included.
 * @throws Refusal `invalid_request` when neither a wallet nor a Muse is named.
 */
export async function museLinksBody({ wallet, museId }: z.output<typeof MuseLinkQuery>): Promise<string> {
  const where = [
    ...(wallet === undefined ? [] : [sql`m.wallet = ${wallet}`]),
    ...(museId === undefined ? [] : [sql`m."museId" = ${museId}`]),
  ]
  if (where.length === 0) throw invalid('wallet', 'Name a wallet or a museId.')
  const { links } = await one(
    db,
    sql`SELECT coalesce(json_agg(${raw(museLinkJson)} ORDER BY l.id DESC), '[]')::text AS links
      FROM (SELECT * FROM "MuseLink" m WHERE ${join(where, ' AND ')} ORDER BY m.id DESC LIMIT ${MUSE_LINKS_SHOWN_MAX}) l`,
    LinksRow,
  )
  return `{"links":${links}}`
}

/** SQL for the version of a wallet's links (see lib/pages/page-version.ts). */
export const museLinksVersion = (wallet: string): Sql =>
  sql`(SELECT string_agg(concat(m.id, m.xmin), ' ' ORDER BY m.id) FROM "MuseLink" m WHERE m.wallet = ${wallet})`

/** For pages: the parsed links. */
export async function listMuseLinks(query: z.output<typeof MuseLinkQuery>): Promise<MuseLinkView[]> {
  return parseView(z.object({ links: z.array(MuseLinkView) }), await museLinksBody(query)).links
}

/** @throws Refusal `conflict` when the Muse or wallet has an active link. Partial unique indexes enforce it too. */
export async function requireUnlinked(executor: Db, museId: string, wallet: string): Promise<void> {
  const { muse, own } = await one(
    executor,
    sql`SELECT EXISTS (SELECT 1 FROM "MuseLink" WHERE "museId" = ${museId} AND "unlinkedAt" IS NULL) AS muse,
      EXISTS (SELECT 1 FROM "MuseLink" WHERE wallet = ${wallet} AND "unlinkedAt" IS NULL) AS own`,
    TakenRow,
  )
  if (own) throw conflict('This wallet has a linked Muse. Unlink it first.')
  if (muse) throw conflict('This Muse is linked to another wallet.')
}
