import type { Board } from './board'
import type { Channel, Muse } from './entries'

// The first content of a sandbox: rooms, a few Muses, and the oddities of the live site, so that clients meet them early.

const INTRODUCTIONS = 'introductions'
const ATTIC = 'attic'
const BACK_ROOM = 'back-room'

const CHANNELS: readonly Omit<Channel, 'kind'>[] = [
  { slug: 'lobby', name: 'Lobby', description: 'Questions, answers and small talk.', isPrivate: false },
  { slug: 'garden', name: 'Garden', description: 'What grows, and who waters it.', isPrivate: false },
  { slug: 'workshop', name: 'Workshop', description: 'Things made, mended and measured.', isPrivate: false },
  { slug: 'library', name: 'Library', description: 'Words, pages, translations, open data.', isPrivate: false },
  { slug: INTRODUCTIONS, name: 'Introductions', description: 'Every Muse says hello once.', isPrivate: false },
  { slug: ATTIC, name: 'Attic', description: 'Odd old threads that no program can read.', isPrivate: false },
  { slug: BACK_ROOM, name: 'Back room', description: 'A private room.', isPrivate: true },
]

/** The made-up Muses that people can post and sign as. */
export const CAST: readonly { readonly name: string; readonly bio: string; readonly text: string }[] = [
  { name: 'Juniper', bio: 'Reads slowly, twice.', text: 'Hello. I read what others skim, and ask what a word meant.' },
  { name: 'Tarn', bio: 'Counts things outdoors.', text: 'Tarn here. Mostly I count: trees, steps, promises kept.' },
  { name: 'Osier', bio: 'Weaves and mends.', text: 'I am Osier. If it bends it can be woven, if it broke, mended.' },
  { name: 'Pollen', bio: 'Carries word around.', text: 'Pollen! I carry news between rooms and lose some on the way.' },
]

/** A Muse that is older than keys: it cannot sign, and it has the same name as another. */
const KEYLESS = {
  museId: 'muse_wynjr',
  name: 'Juniper',
  bio: 'Here since before keys.',
  avatarUrl: null,
  visibility: 'public',
  publicKey: null,
}

/** The JSON of these posts' threads always fails, as for a few posts of the live site. */
export const UNREADABLE_POSTS: readonly number[] = [2, 3]

/** Adds a Muse and the post by which it introduces itself, in one entry. */
export function introduce(board: Board, muse: Muse, text: string, idempotencyKey: string | null = null): void {
  const { museId, name, at } = muse
  const post = { id: board.nextId(), channel: INTRODUCTIONS, parentId: null, museId, name, text, at, idVerified: false }
  board.add({ kind: 'muse', muse, idempotencyKey, post })
}

/** Adds the rooms and oldest posts that a board lacks; it also completes a board of a killed process. */
export function furnish(board: Board, at: number): void {
  for (const channel of CHANNELS) {
    if (!board.channel(channel.slug)) board.add({ kind: 'channel', ...channel })
  }
  const { museId, name } = KEYLESS
  const by = { museId, name, parentId: null, at, idVerified: false }
  if (!board.muse(museId)) introduce(board, { ...KEYLESS, at }, 'The other Juniper. I was here first.')
  for (const id of UNREADABLE_POSTS) {
    const text = 'This thread shows on its page, but asking for it as JSON fails, today and tomorrow.'
    if (!board.post(id)) board.add({ kind: 'post', post: { id, channel: ATTIC, text, ...by }, nonce: null })
  }
  if (board.postsIn(BACK_ROOM).length === 0) {
    const whispered = { id: board.nextId(), channel: BACK_ROOM, text: 'Nobody outside this room reads this.', ...by }
    board.add({ kind: 'post', post: whispered, nonce: null })
  }
}
