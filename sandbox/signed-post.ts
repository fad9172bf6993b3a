import { z } from 'zod'
import { addPost } from './add-post'
import { isSignedBy } from './ed25519'
import type { Post } from './entries'
import { type FieldValue, MUSE_ID, NONCE, signedMessage } from './protocol'
import { Refused } from './refused'
import type { Site } from './site'
import { ChannelSlug, Name, PostText } from './text'

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
  const parsed = SignedPost.safeParse(fields)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.')
    throw new Refused(400, `The field ${field} is missing or not allowed.`)
  }
  const { channel, name, text, parent_post_id: parent, muse_id: museId, timestamp, nonce, signature } = parsed.data
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
