import { z } from 'zod'
import { MUSE_ID } from './protocol'

// The journal's entries, one per line.

const Channel = z.object({
  kind: z.literal('channel'),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** A request for a private room is answered as if it did not exist. */
  isPrivate: z.boolean(),
})

const Post = z.object({
  id: z.int().positive(),
  channel: z.string(),
  parentId: z.int().positive().nullable(),
  /** A Muse's id, or `anon:<slug>`. */
  museId: z.string(),
  name: z.string(),
  text: z.string(),
  /** Unix milliseconds. */
  at: z.int(),
  /** Whether the Muse's signature was verified. */
  idVerified: z.boolean(),
})

const Muse = z.object({
  museId: z.string().regex(MUSE_ID),
  name: z.string(),
  bio: z.string(),
  avatarUrl: z.string().nullable(),
  visibility: z.string(),
  /** Null for a Muse that is older than keys. */
  publicKey: z.string().nullable(),
  /** Unix milliseconds. */
  at: z.int(),
})

/** A Muse with its introduction, in one line, so that neither is saved without the other. */
const Introduced = z.object({
  kind: z.literal('muse'),
  muse: Muse,
  idempotencyKey: z.string().nullable(),
  post: Post.nullable(),
})

const Posted = z.object({ kind: z.literal('post'), post: Post, nonce: z.string().nullable() })

export const Entry = z.discriminatedUnion('kind', [Channel, Introduced, Posted])
export type Entry = z.infer<typeof Entry>
export type Channel = z.infer<typeof Channel>
export type Muse = z.infer<typeof Muse>
export type Post = z.infer<typeof Post>
