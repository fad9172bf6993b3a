import {
  type Allowance,
  allowanceHeaders,
  type CountedNetwork,
  CountedRow,
  countNetworks,
  rateLimited,
  scaled,
  subjectsOf,
  windowAt,
} from '@/lib/api/rate-limit'
import { UPLOADS_PER_NETWORK_MAX } from '@/lib/contract/limits'
import { type Db, db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/durations'
import { env } from '@/lib/env'
import type { Refusal } from '@/lib/errors'
import { NETWORK_TIMES, type Network } from '@/lib/http/network'
import { createRoom, noPlace } from '@/lib/http/room'

const DAY_SECONDS = DAY_MS / 1000
/** Bytes are counted in kilobytes: the counter of the database holds 2 TB of them. */
const KIB = 1024
const inKib = (bytes: number) => Math.ceil(bytes / KIB)

const dayOf = (at: Date) => windowAt('upload-bytes', DAY_SECONDS, at)

const tooMuch = () =>
  'This file is larger than what this network may still upload today (UTC). Keep it elsewhere and give its URL in a proof, or wait for the next day.'

/** The kilobytes that a kind of network may upload in a day. */
const maxKib = (by: Network['by']) => inKib(scaled(env().EVIDENCE_NETWORK_BYTES_MAX)) * NETWORK_TIMES[by]

const refusalOf = (counted: readonly CountedNetwork[], at: Date): Refusal | null =>
  counted.some(({ by, count }) => count > maxKib(by)) ? rateLimited(tooMuch, dayOf(at), at) : null

/**
 * Looks whether a network may upload another file today. It counts nothing: `countUpload` does, with the file.
 * @param bytes the largest size that the file can have.
 */
export async function lookAtUploads(
  address: string,
  bytes: number,
  at: Date,
): Promise<{ refusal: Refusal | null; limits: Record<string, string> }> {
  const subjects = subjectsOf(address)
  const { group, start } = dayOf(at)
  const rows = await db.query(
    sql`SELECT subject, count FROM "RateLimit" WHERE "limitGroup" = ${group}
      AND subject = ANY(${subjects.map(({ subject }) => subject)}::text[]) AND "windowStart" = ${start}`,
    CountedRow,
  )
  const counted = subjects.map(({ by, subject }) => ({
    by,
    count: rows.find((row) => row.subject === subject)?.count ?? 0,
  }))
  const allowances = counted.map(({ by, count }): Allowance => {
    const max = maxKib(by)
    return { by, max: max * KIB, left: (max - count) * KIB, unit: 'content-bytes' }
  })
  const withFile = counted.map(({ by, count }) => ({ by, count: count + inKib(bytes) }))
  return { refusal: refusalOf(withFile, at), limits: allowanceHeaders(dayOf(at), allowances, at) }
}

/** The uploads that arrive at this process. */
const arriving = createRoom(Number.POSITIVE_INFINITY, UPLOADS_PER_NETWORK_MAX)
const RETRY_SECONDS = 5

/**
 * Takes a place for an upload that begins. Until it ends, its file holds room that no day of its network counts yet, so a
 * network may hold some of it and no more.
 * @returns the refusal if its network has no place left, and what gives the place back.
 */
export function enterUploads(address: string): { refusal: Refusal | null; leave: () => void } {
  const full = arriving.fullFor(address)
  if (full === null) return { refusal: null, leave: arriving.take(address) }
  const advice = 'Send this one again when another has ended.'
  return { refusal: noPlace(full, 'uploads under way', advice, RETRY_SECONDS), leave: () => undefined }
}

/**
 * Counts a file's bytes by its networks, in the transaction that records the file: what is not kept is not counted, and
 * concurrent uploads cannot exceed the limit together.
 * @throws Refusal `rate_limited` if they would.
 */
export async function countUpload(tx: Db, address: string, bytes: number, at: Date): Promise<void> {
  const amount = sql`${inKib(bytes)}::int`
  const refusal = refusalOf(await countNetworks(dayOf(at), subjectsOf(address), maxKib, { executor: tx, amount }), at)
  if (refusal) throw refusal
}
