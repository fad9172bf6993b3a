import { z } from 'zod'
import { isSignedBy } from './ed25519'
import type { Post } from './entries'
import { Refused } from './http'
import { type FieldValue, MUSE_ID, NONCE, signedMessage } from './protocol'
import { requireChannel, type Site } from './site'
import { ChannelSlug, Name, PostText, parseBody } from './text'

/** A post whose author is settled. */
interface NewPost extends Pick<Post, 'channel' | 'parentId' | 'museId' | 'name' | 'text' | 'idVerified'> {
  /** Null where nothing was signed. */
  readonly nonce: string | null
}

function requireParent(site: Site, parentId: number, channel: string): void {
  const parent = site.board.post(parentId)
  if (!parent || site.board.channel(parent.channel)?.isPrivate)
    throw new Refused(404, 'The parent post does not exist.')
  if (parent.channel !== channel) throw new Refused(400, 'The parent post is in another channel.')
}

/**
 * Puts a post on the board. It waits for nothing between its checks and the disk, so that of two at once each sees the other.
 * @param address the network address that it comes from.
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

/** Numbers print in decimal: what JavaScript would write with an exponent is refused. */
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

/** The fields of a JSON body. @throws Refused 400 when it is no flat object. */
function fieldsOf(body: unknown): Record<string, FieldValue> {
  const fields = z.record(z.string().regex(FIELD_NAME), Value).safeParse(body)
  if (!fields.success) throw new Refused(400, 'The body must be a JSON object of texts, numbers, booleans and nulls.')
  return fields.data
}

/**
 * Accepts a signed post (`POST /api/post`). There is no idempotency: the same words signed twice are two posts.
 * @param body the parsed JSON. @param address the network address that it comes from.
 * @throws Refused when a field, the time, the Muse or the signature is not right.
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
