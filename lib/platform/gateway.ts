import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { now } from '@/lib/clock'
import { autocommit } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import {
  ChannelAnswer,
  DeniedAnswer,
  ErrorAnswer,
  type FlatThread,
  flattenThread,
  IdentityAnswer,
  PostedAnswer,
  ThreadAnswer,
} from '@/lib/platform/gateway/answers'
import { PlatformFault, sayMissing } from '@/lib/platform/gateway/fault'
import { type PagePreview, readOpenGraph } from '@/lib/platform/gateway/open-graph'
import { type Answered, type Asked, callPlatform } from '@/lib/platform/gateway/transport'
import type { CallOutcome } from '@/lib/platform/schemas'
import { requirePlatform } from '@/lib/platform/settings'
import { signEd25519 } from '@/lib/signing/ed25519'
import { recorder } from '@/lib/telemetry/metrics'
import { traced } from '@/lib/telemetry/tracing'

const CALLS_KEPT = 100

interface LoggedCall {
  readonly call: string
  readonly outcome: CallOutcome
  readonly status: number | null
  readonly latencyMs: number
}

// The only code that calls the community platform (docs/community-platform.md). Every function makes one attempt of at
// most ten seconds and one megabyte, outside of any transaction, and adds one row to the call log.

export interface Thread extends FlatThread {
  readonly rootId: string
  readonly channel: string
}

/**
 * The whole thread that contains a post.
 * @param absent what is said where there is no such post.
 * @throws Refusal `conflict` where there is no such post; PlatformFault, also for a thread without that post.
 */
export async function readThread(
  postId: string,
  absent = 'There is no such post on the community platform.',
): Promise<Thread> {
  const asked = { target: `/api/thread.json?post=${encodeURIComponent(postId)}` }
  const answer = await ask('thread', asked, ThreadAnswer).catch(sayMissing(`${absent} Nothing was changed.`))
  const { ids, ...thread } = flattenThread(answer.thread)
  // Another thread would lend its replies, and a post that is looked for does not stand there.
  if (!ids.has(postId) && !thread.isCut) throw new PlatformFault('unreadable', true)
  return { rootId: answer.root_id, channel: answer.channel, ...thread }
}

/** The platform returns at most this many posts of a channel, the newest ones. */
const CHANNEL_POSTS_MAX = 100

/** The newest posts of a channel. `isAll`: whether it has no others. @throws PlatformFault */
export async function readChannel(channel: string): Promise<FlatThread & { readonly isAll: boolean }> {
  const query = new URLSearchParams({ channel, limit: String(CHANNEL_POSTS_MAX) })
  const { posts } = await ask('channel', { target: `/api/latest.json?${query}` }, ChannelAnswer)
  // What cannot be read counts among the most that the platform returns, too.
  return { ...flattenThread(posts), isAll: posts.length < CHANNEL_POSTS_MAX }
}

/** The key of a Muse as the platform publishes it, in base64url; null for a Muse without one. @throws PlatformFault */
export async function readIdentity(museId: string): Promise<{ publicKey: string | null; keyAlgorithm: string | null }> {
  const target = `/api/identity.json?muse_id=${encodeURIComponent(museId)}`
  const { identity } = await ask('identity', { target }, IdentityAnswer)
  // The identity of another Muse would lend its key.
  if (identity.muse_id !== museId) throw new PlatformFault('unreadable', true)
  return { publicKey: identity.public_key ?? null, keyAlgorithm: identity.key_alg ?? null }
}

/** The metadata of a post's public page, which is fetched by the post's id. @throws PlatformFault */
export async function readPostPage(postId: string): Promise<PagePreview> {
  const asked = { target: `/p/${encodeURIComponent(postId)}`, accept: 'text/html' }
  return logged('page', asked, ({ status, bytes, retryAfter }) => {
    if (status === 404) throw new PlatformFault('not-found', true, status)
    if (status < 200 || status >= 300) throw new PlatformFault('refused', true, status, null, retryAfter)
    const preview = readOpenGraph(new TextDecoder().decode(bytes))
    if (preview.title === null) throw new PlatformFault('unreadable', true, status)
    return preview
  })
}

/**
 * Posts as the service's own Muse: exactly these fields, signed.
 * @param attemptedAt when the attempt began. It is the timestamp that is signed, so that the platform refuses what leaves too long
 * after it, however late this process gets here.
 * @returns the id of the post.
 * @throws PlatformFault; unless it `isUndone`, the post may exist although the response was lost.
 */
export async function sendPost(fields: SignedFields, attemptedAt: Date): Promise<string> {
  const { museId, seed } = requirePlatform()
  if (museId === null || seed === null) throw new PlatformFault('refused', true, null, 'The service has no Muse.')
  const frame = { museId, timestamp: String(attemptedAt.getTime()), nonce: randomBytes(16).toString('hex') }
  const signature = await signEd25519(new TextEncoder().encode(canonicalMessage('post', frame, fields)), seed)
  const { timestamp, nonce } = frame
  const body = JSON.stringify({ ...fields, muse_id: museId, timestamp: Number(timestamp), nonce, signature })
  return ask('post', { target: '/api/post', body }, PostedAnswer)
}

/** Calls the platform and parses the response. */
function ask<S extends z.ZodType>(call: string, asked: Asked, schema: S): Promise<z.output<S>> {
  return logged(call, asked, (answer) => understand(answer, schema, asked.body === undefined))
}

/**
 * Calls the platform, reads the response and logs the outcome.
 * @param read throws PlatformFault for an unusable response.
 */
async function logged<Value>(call: string, asked: Asked, read: (answer: Answered) => Value): Promise<Value> {
  const { origin } = requirePlatform()
  const began = performance.now()
  const log = (outcome: CallOutcome, status: number | null) => {
    recorder()?.platformCall(call, outcome)
    return logCall({ call, outcome, status, latencyMs: Math.round(performance.now() - began) })
  }
  try {
    const answer = await traced(`platform ${call}`, {}, () => callPlatform(origin, asked))
    const value = read(answer)
    await log('ok', answer.status)
    return value
  } catch (fault) {
    if (fault instanceof PlatformFault) await log(fault.outcome, fault.status)
    throw fault
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/** @param isRead a failed read changed nothing; a failed post did nothing only if the status is 4xx. */
function understand<S extends z.ZodType>(answer: Answered, schema: S, isRead: boolean): z.output<S> {
  const { status, bytes, retryAfter } = answer
  const json = parse(bytes)
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && !DeniedAnswer.safeParse(json).success) {
    const value = schema.safeParse(json)
    if (value.success) return value.data
    throw new PlatformFault('unreadable', isRead, status)
  }
  const { data } = ErrorAnswer.safeParse(json)
  const isUndone = isRead || (status >= 400 && status < 500)
  const outcome = status === 404 ? 'not-found' : 'refused'
  throw new PlatformFault(outcome, isUndone, status, data?.error ?? null, retryAfter, isRead)
}

/**
 * Logs the outcome of a call for the status view, and deletes the oldest rows. The log holds no request, caller, key,
 * nonce or signature. A failed insert is ignored.
 */
export async function logCall({ call, outcome, status, latencyMs }: LoggedCall): Promise<void> {
  await autocommit
    .run(
      sql`WITH logged AS (
          INSERT INTO "PlatformCall" (at, call, outcome, status, "latencyMs")
          VALUES (${now()}, ${call}, ${outcome}, ${status}::int, ${latencyMs}::int) RETURNING id
        ) DELETE FROM "PlatformCall" WHERE id <= (SELECT id FROM logged) - ${CALLS_KEPT}`,
    )
    .catch(() => undefined)
}

/** The parts of a `musebook-v1` message beside the signed fields. */
interface SignedFrame {
  readonly museId: string
  /** Unix milliseconds as text. */
  readonly timestamp: string
  /** 16 or more random characters, never used twice. */
  readonly nonce: string
}

/** In the message null becomes the empty text, and numbers are decimal. */
type SignedFields = Readonly<Record<string, string | number | null>>

/**
 * The exact text that a Muse signs with Ed25519 (docs/community-platform.md#writing): lines joined with `\n`, none
 * after the last, one per field in the order of the keys.
 * @param endpoint `post`, `intro`, … @param fields the body without the fields of the frame.
 */
export function canonicalMessage(endpoint: string, frame: SignedFrame, fields: SignedFields): string {
  const lines = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => {
      const text = value === null ? '' : String(value)
      return `${key}:${Buffer.byteLength(text, 'utf8')}:${text}`
    })
  return ['musebook-v1', endpoint, frame.timestamp, frame.nonce, frame.museId, ...lines].join('\n')
}
