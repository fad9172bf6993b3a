import {
  allowanceHeaders,
  CountedRow,
  countSubjects,
  networkSubject,
  rateLimited,
  scaled,
  windowAt,
} from '@/lib/api/rate-limit'
import { type Db, db, findOne, one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { env } from '@/lib/env'
import type { Refusal } from '@/lib/errors'

const DAY_SECONDS = 24 * 3600
/** Bytes are counted in kilobytes: the counter of the database holds 2 TB of them. */
const KIB = 1024
const inKib = (bytes: number) => Math.ceil(bytes / KIB)

const dayOf = (at: Date) => windowAt('upload-bytes', DAY_SECONDS, at)
const maxKib = () => inKib(scaled(env().EVIDENCE_NETWORK_BYTES_MAX))

const tooMuch = () =>
  'As many bytes of evidence files as one network may upload in a day (UTC) came from this one today. Keep this file elsewhere and give its URL in a proof, or wait for the next day.'

const refusalOf = (kib: number, at: Date): Refusal | null =>
  kib > maxKib() ? rateLimited(tooMuch, dayOf(at), at) : null

/**
 * Looks whether a network may upload another file today. It counts nothing: `countUpload` does, with the file.
 * @param bytes the largest size that the file can have.
 */
export async function lookAtUploads(
  address: string,
  bytes: number,
  at: Date,
): Promise<{ refusal: Refusal | null; limits: Record<string, string> }> {
  const { group, start } = dayOf(at)
  const row = await findOne(
    db,
    sql`SELECT subject, count FROM "RateLimit"
      WHERE "limitGroup" = ${group} AND subject = ${networkSubject(address)} AND "windowStart" = ${start}`,
    CountedRow,
  )
  const kib = (row?.count ?? 0) + inKib(bytes)
  const left = (maxKib() - kib) * KIB
  return {
    refusal: refusalOf(kib, at),
    limits: allowanceHeaders(dayOf(at), [{ by: 'network', max: maxKib() * KIB, left, unit: 'content-bytes' }], at),
  }
}

/**
 * Counts a file's bytes by its network, in the transaction that records the file: what is not kept is not counted, and
 * concurrent uploads cannot exceed the limit together.
 * @throws Refusal `rate_limited` if they would.
 */
export async function countUpload(tx: Db, address: string, bytes: number, at: Date): Promise<void> {
  const subjects = sql`SELECT 1 AS place, ${networkSubject(address)}::text AS subject`
  const { count } = await one(tx, countSubjects(dayOf(at), subjects, null, sql`${inKib(bytes)}::int`), CountedRow)
  const refusal = refusalOf(count, at)
  if (refusal) throw refusal
}
