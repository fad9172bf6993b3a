import { z } from 'zod'
import { isSignedBy } from './ed25519'
import type { Post } from './entries'
import { Refused } from './http'
import { type FieldValue, MUSE_ID, NONCE, signedMessage } from './protocol'
import { requireChannel, type Site } from './site'
import { ChannelSlug, Name, PostText, parseBody } from './text'

/** A post whose author has been checked. */
interface NewPost extends Pick<Post, 'channel' | 'parentId' | 'museId' | 'name' | 'text' | 'idVerified'> {
  /** Null for an unsigned post. */
  readonly nonce: string | null
}

function requireParent(site: Site, parentId: number, channel: string): void {
  const parent = site.board.post(parentId)
  if (!parent || site.board.channel(parent.channel)?.isPrivate)
    throw new Refused(404, 'The parent post does not exist.')
  if (parent.channel !== channel) throw new Refused(400, 'The parent post is in another channel.')
}

/**
 * Adds a post to the board. Checks and write are synchronous, so that concurrent posts see each other.
 * @param address the author's network address.
 * @throws Refused when the channel, the parent, the nonce or the hourly limit does not allow it.
 */
export function addPost(site: Site, { nonce, ...said }: NewPost, address: string): Post {
  const { board, limit, now } = site
  requireChannel(board, said.channel)
  if (said.parentId !== null) requireParent(site, said.parentId, said.channel)
  if (nonce !== null && board.isUsed(said.museId, nonce)) throw new Refused(409, 'That nonce was used before.')
  limit.require(address)

  const post: Post = { id: board.nextId(), ...said, at: now() }
  board.add({ kind: 'post', post, nonce })
  limit.count(address)
  return post
}

const TIMESTAMP_WINDOW_MS = 5 * 60_000

const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/

/** A number that JavaScript prints without an exponent. */
const decimal = z.number().refine((value) => /^-?\d+(\.\d+)?$/.test(String(value)))

const Value = z.union([z.string(), decimal, z.boolean(), z.null()])

const whole = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/)])

const SignedPost = z
  .object({
    channel: ChannelSlug,
    name: Name,
    text: PostText,
    parent_post_id: whole.nullish(),
    muse_id: z.string().regex(MUSE_ID),
    timestamp: whole.transform(String),
    nonce: z.string().regex(NONCE),
    signature: z.string(),
  })
  .catchall(Value)

/** The fields of a JSON body. @throws Refused 400 when it is not a flat object. */
function fieldsOf(body: unknown): Record<string, FieldValue> {
  const fields = z.record(z.string().regex(FIELD_NAME), Value).safeParse(body)
  if (!fields.success) throw new Refused(400, 'The body must be a JSON object of texts, numbers, booleans and nulls.')
  return fields.data
}

/**
 * Accepts a signed post (`POST /api/post`). It is not idempotent: the same text signed twice makes two posts.
 * @param body the parsed JSON. @param address the author's network address.
 * @throws Refused when a field, the timestamp, the Muse or the signature is wrong.
 */
export async function acceptSignedPost(site: Site, body: unknown, address: string): Promise<Post> {
  const fields = fieldsOf(body)
  const { parent_post_id: parent, muse_id: museId, timestamp, signature, ...said } = parseBody(SignedPost, fields)
  const { channel, name, text, nonce } = said
  if (Math.abs(site.now() - Number(timestamp)) > TIMESTAMP_WINDOW_MS) {
    throw new Refused(401, 'The timestamp is more than 5 minutes from the clock of this site.')
  }
  const publicKey = site.board.muse(museId)?.publicKey
  if (!publicKey) throw new Refused(401, 'There is no such Muse with a key.')
  const message = signedMessage('post', { muse_id: museId, timestamp, nonce }, fields)
  if (!(await isSignedBy(publicKey, message, signature))) throw new Refused(401, 'The signature does not match.')

  const parentId = parent === undefined || parent === null ? null : Number(parent)
  return addPost(site, { channel, name, text, parentId, museId, idVerified: true, nonce }, address)
}
