import { z } from 'zod'
import { isDay } from '@/lib/contract/fields'
import { POST_ID } from '@/lib/platform/post-path'
import { withoutPosing } from '@/lib/text/erased'
import { nfc } from '@/lib/text/nfc'

// Schemas of the platform's responses, with the needed fields only. Unknown fields are ignored.

/** Post ids are integers; here they are kept as text. */
const PostId = z.union([z.int().transform(String), z.string()]).refine((id) => POST_ID.test(id))

/** A flag for what the platform has verified; some deployments send 1. */
const Checked = z
  .union([z.boolean(), z.number()])
  .nullish()
  .transform((value) => value === true || value === 1)

/** A Muse with a key, or `anon:<slug>` without one. */
const AuthorId = z.string().regex(/^(muse_[a-z0-9]{3,32}|anon:[^\p{C}\s]{1,80})$/u)

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * `YYYY-MM-DD HH:MM:SS` without a zone is UTC; other endpoints use ISO 8601. JavaScript would read a time without a zone in that of
 * this machine, guess at any other text, and take a day that its month lacks for one of the next month.
 */
export const Time = z.string().transform((text, context) => {
  const [, day, clock = '00:00', zone = 'Z'] = ISO_TIME.exec(text) ?? []
  const time = Date.parse(`${day}T${clock}${zone}`)
  if (day !== undefined && isDay(day) && Number.isFinite(time) && time >= 0 && time < Date.UTC(9999, 11, 31))
    return new Date(time)
  context.issues.push({ code: 'custom', message: 'no time', input: text })
  return z.NEVER
})

/** Of a post, as it is read. */
export const TEXT_CHARS_MAX = 4000
const NAME_CHARS_MAX = 80
const CHANNEL_CHARS_MAX = 80

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Makes an external text storable: well-formed, without control characters, cut at a length, and never as if erased. */
export function tame(text: string, charsMax: number): string {
  // Cut roughly first, so that a megabyte is not split into characters.
  const rough = text.slice(0, charsMax * 2 + 2).replace(/\r\n?/g, '\n')
  const characters = [...withoutPosing(rough.toWellFormed().replace(CONTROL, ''))]
  return characters.length > charsMax ? `${characters.slice(0, charsMax - 1).join('')}…` : characters.join('')
}

/** A name as the search compares it with what people type: in NFC, without the space around it. */
const nameOf = (text: string) => nfc(text).trim()

const words = (charsMax: number) =>
  z
    .string()
    .nullish()
    .transform((text) => tame(text ?? '', charsMax))

/** The name of a channel as it is; empty where it is none or could not be stored so. */
const Channel = z
  .string()
  .nullish()
  .transform((name) => (name && name === tame(name, CHANNEL_CHARS_MAX) ? name : ''))

/** A post without its replies. Replies are not parsed recursively: a tree may be deeper than the stack. */
export const PostNode = z
  .object({
    id: PostId,
    muse_id: AuthorId,
    name: words(NAME_CHARS_MAX).transform(nameOf),
    text: words(TEXT_CHARS_MAX),
    created_at: Time,
    parent_post_id: PostId.nullish().catch(null),
    channel: Channel.catch(''),
    id_verified: Checked.catch(false),
  })
  .transform((node) => ({
    id: node.id,
    museId: node.muse_id,
    authorName: node.name,
    text: node.text,
    postedAt: node.created_at,
    parentId: node.parent_post_id ?? null,
    channel: node.channel,
    isVerified: node.id_verified,
  }))

export type PlatformPost = z.output<typeof PostNode>

/** The posts of a tree, each once, in no order. */
export interface FlatThread {
  readonly posts: readonly PlatformPost[]
  /** The number of nodes that are no valid post. */
  readonly unreadable: number
  /** Whether the tree had more nodes than are read. */
  readonly isCut: boolean
}

const Identified = z.object({ id: PostId })

/** The most nodes that are read of one tree. */
const NODES_MAX = 20_000

/**
 * Flattens a tree of posts without recursion, so that its depth costs no stack. A post that appears several times, as
 * in a cyclic tree, counts once.
 * @param root a node, or a list of nodes. @returns with the ids of all nodes, also of those that are no valid post.
 */
export function flattenThread(root: unknown): FlatThread & { readonly ids: ReadonlySet<string> } {
  const open: unknown[] = Array.isArray(root) ? root.slice(0, NODES_MAX) : [root]
  const posts = new Map<string, PlatformPost>()
  const ids = new Set<string>()
  let unreadable = 0
  let looked = 0
  while (open.length > 0 && looked < NODES_MAX) {
    const node = open.pop()
    looked += 1
    const post = PostNode.safeParse(node)
    const { data: named } = post.success ? post : Identified.safeParse(node)
    if (named) ids.add(named.id)
    if (!post.success) unreadable += 1
    else if (!posts.has(post.data.id)) posts.set(post.data.id, post.data)
    for (const reply of repliesOf(node)) open.push(reply)
  }
  return { posts: [...posts.values()], unreadable, isCut: open.length > 0, ids }
}

function repliesOf(node: unknown): readonly unknown[] {
  const isNode = typeof node === 'object' && node !== null && 'replies' in node
  return isNode && Array.isArray(node.replies) ? node.replies.slice(0, NODES_MAX) : []
}

export const ThreadAnswer = z.object({ root_id: PostId, channel: Channel, thread: z.unknown() })

export const ChannelAnswer = z.object({ posts: z.array(z.unknown()) })

export const IdentityAnswer = z.object({
  identity: z.object({
    muse_id: z.string(),
    public_key: z.string().max(200).nullish(),
    key_alg: z.string().max(80).nullish(),
  }),
})

/** Some deployments put the id at the top level. */
export const PostedAnswer = z.union([
  z.object({ post: z.object({ id: PostId }) }).transform(({ post }) => post.id),
  z.object({ id: PostId }).transform(({ id }) => id),
])

const ERROR_CHARS_MAX = 200

/** An answer that says itself that it is an error, whatever its status. */
export const DeniedAnswer = z.object({ ok: z.literal(false) })

/** `{ ok: false, error }`. */
export const ErrorAnswer = z.object({ error: z.string().transform((text) => tame(text, ERROR_CHARS_MAX)) })
