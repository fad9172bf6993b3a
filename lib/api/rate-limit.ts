import { z } from 'zod'
import { now } from '@/lib/clock'
import { type LimitGroup, RATE_LIMITS } from '@/lib/contract/limits'
import { type Db, db, one } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/errors'
import { NETWORK_TIMES, type Network, networkOf, networksOf } from '@/lib/http/network'
import { withHeaders } from '@/lib/http/problem'

/** A fixed window. The windows of a group start at multiples of their length since the epoch. */
export interface Window<Group extends string = LimitGroup> {
  readonly group: Group
  readonly start: Date
  readonly end: Date
  readonly seconds: number
}

/** @param seconds the length of the group's windows. */
export function windowAt<Group extends string>(group: Group, seconds: number, at: Date): Window<Group> {
  const ms = seconds * 1000
  const start = Math.floor(at.getTime() / ms) * ms
  return { group, start: new Date(start), end: new Date(start + ms), seconds }
}

export const windowOf = (group: LimitGroup, at: Date): Window => windowAt(group, RATE_LIMITS[group].windowSeconds, at)

/** `RATE_LIMIT_SCALE` multiplies every limit, for load tests only. */
export const scaled = (max: number) => Math.max(1, Math.floor(max * env().RATE_LIMIT_SCALE))

const subjectOfNetwork = (name: string) => `n:${name}`
export const networkSubject = (address: string) => subjectOfNetwork(networkOf(address))
export const pairSubject = (wallet: string, address: string) => `p:${wallet}|${networkOf(address)}`

/** A window that counts the request instead if a condition holds. */
export interface OtherWindow {
  readonly window: Window
  /** A boolean SQL expression. */
  readonly when: Sql
}

/**
 * The upsert that counts a request, for use as a CTE. It writes one row per subject and window, ordered by `place`, so
 * that concurrent requests cannot deadlock.
 * @param subjects SQL that returns rows `(place, subject)`.
 * @param amount SQL of the number to add.
 */
export function countSubjects(
  window: Window<string>,
  subjects: Sql,
  other: OtherWindow | null = null,
  amount = sql`1`,
): Sql {
  const of = (value: (window: Window<string>) => Sql) =>
    other ? sql`CASE WHEN ${other.when} THEN ${value(other.window)} ELSE ${value(window)} END` : value(window)
  return sql`INSERT INTO "RateLimit" AS r ("limitGroup", subject, "windowStart", count, "expiresAt")
    SELECT ${of(({ group }) => sql`${group}::text`)}, v.subject, ${of(({ start }) => sql`${start}::timestamptz`)}, ${amount},
      ${of(({ end }) => sql`${end}::timestamptz`)} FROM (${subjects}) v ORDER BY v.place
    ON CONFLICT ("limitGroup", subject, "windowStart") DO UPDATE SET count = r.count + EXCLUDED.count RETURNING subject, count`
}

/** A row of `countSubjects`. */
export const CountedRow = z.object({ subject: z.string(), count: z.int() })

/** Counts a request of one subject. @returns the number of requests in this window, this one included. */
export async function countOne(
  window: Window<string>,
  subject: string,
  { executor = db, amount }: Counting = {},
): Promise<number> {
  const subjects = sql`SELECT 1 AS place, ${subject}::text AS subject`
  const { count } = await one(executor, countSubjects(window, subjects, null, amount), CountedRow)
  return count
}

interface Counting {
  readonly executor?: Db
  /** SQL of the number to add. */
  readonly amount?: Sql
}

/** The number of requests of a wallet or of a network in a window. */
export interface Counted<By = 'wallet' | Network['by']> {
  readonly by: By
  readonly count: number
}
export type CountedNetwork = Counted<Network['by']>

/** The subjects of the networks of an address. */
export const subjectsOf = (address: string) =>
  networksOf(address).map(({ name, by }) => ({ by, subject: subjectOfNetwork(name) }))

/**
 * Counts by networks, the narrowest first: what exceeds the limit of one is not counted by those around it, so that
 * nobody can use up what the neighbours may take.
 * @param limitOf what each kind of network may take.
 * @returns the counts of this window, with what was added.
 */
export async function countNetworks(
  window: Window<string>,
  networks: ReturnType<typeof subjectsOf>,
  limitOf: (by: Network['by']) => number,
  counting: Counting = {},
): Promise<CountedNetwork[]> {
  const counted: CountedNetwork[] = []
  for (const { by, subject } of networks) {
    const count = await countOne(window, subject, counting)
    counted.push({ by, count })
    if (count > limitOf(by)) break
  }
  return counted
}

/** The groups of sign-in. */
const SIGN_IN: readonly LimitGroup[] = ['sign-in', 'sign-in-signature']

/**
 * Counts a request that needs no session by the networks of its address; a sign-in by the narrowest alone, because whoever shares
 * the wide one could lock others out.
 */
export function countRequest(window: Window, address: string): Promise<CountedNetwork[]> {
  const networks = subjectsOf(address)
  const counting = SIGN_IN.includes(window.group) ? networks.slice(0, 1) : networks
  return countNetworks(window, counting, (by) => maxOf(window.group, by))
}

function maxOf(group: LimitGroup, by: Counted['by']): number {
  const { walletMax, networkMax } = RATE_LIMITS[group]
  return scaled(by === 'wallet' ? walletMax : networkMax * NETWORK_TIMES[by])
}

/** The seconds until the next window begins. */
const secondsLeft = ({ end }: Window<string>, at: Date) => Math.max(1, Math.ceil((end.getTime() - at.getTime()) / 1000))

/** A limit, and how much of it is left. */
export interface Allowance {
  readonly by: Counted['by']
  readonly max: number
  readonly left: number
  /** What is counted, unless it is requests (`qu`). */
  readonly unit?: 'content-bytes'
}

/** `RateLimit-Policy` and `RateLimit` (IETF httpapi draft): each limit that applied, and how much of it is left. */
export function allowanceHeaders(
  window: Window<string>,
  allowances: readonly Allowance[],
  at: Date,
): Record<string, string> {
  const name = (by: string) => `"${window.group}-${by}"`
  return {
    'ratelimit-policy': allowances
      .map(({ by, max, unit }) => `${name(by)};q=${max};w=${window.seconds}${unit ? `;qu="${unit}"` : ''}`)
      .join(', '),
    ratelimit: allowances
      .map(({ by, left }) => `${name(by)};r=${Math.max(0, left)};t=${secondsLeft(window, at)}`)
      .join(', '),
  }
}

/** The headers of a request that was counted. */
export function limitHeaders(window: Window, counted: readonly Counted[], at: Date): Record<string, string> {
  const allowances = counted.map(({ by, count }) => {
    const max = maxOf(window.group, by)
    return { by, max, left: max - count }
  })
  return allowanceHeaders(window, allowances, at)
}

/** The refusal of what exceeds a limit. @param say makes its message of the seconds until the next window begins. */
export function rateLimited(say: (seconds: number) => string, window: Window<string>, at: Date): Refusal {
  const seconds = secondsLeft(window, at)
  return new Refusal('rate_limited', say(seconds), null, { 'retry-after': String(seconds) })
}

/** @throws Refusal `rate_limited` with `Retry-After` if any limit is exceeded. */
export function requireWithin(window: Window, counted: readonly Counted[], at: Date): void {
  const passed = counted.find(({ by, count }) => count > maxOf(window.group, by))
  if (!passed) return
  throw rateLimited(
    (seconds) =>
      `Too many requests from this ${passed.by === 'wallet' ? 'wallet' : 'network'}. Wait ${seconds} seconds and try again.`,
    window,
    at,
  )
}

/**
 * Counts a request that costs more than a database query, by its networks only (docs/decisions.md#the-write-pipeline).
 * @returns the headers of its response. @throws Refusal `rate_limited`, with the same headers.
 */
export async function countByNetwork(group: LimitGroup, address: string): Promise<Record<string, string>> {
  const at = now()
  const window = windowOf(group, at)
  const counted = await countRequest(window, address)
  const limits = limitHeaders(window, counted, at)
  try {
    requireWithin(window, counted, at)
  } catch (fault) {
    throw withHeaders(fault, limits)
  }
  return limits
}
