import { type Channel, Entry, type Muse, type Post } from './entries'
import { openJournal } from './journal'

/** All channels, Muses and posts in memory. */
export type Board = ReturnType<typeof openBoard>

/** The list at a key of a map, created on first use. */
function listAt<K, V>(map: Map<K, V[]>, key: K): V[] {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

/** Opens the board of a journal. @throws Error in one line when the journal is damaged. */
export function openBoard(file: string) {
  const channels = new Map<string, Channel>()
  const muses = new Map<string, Muse>()
  const byKey = new Map<string, Muse>()
  const byIdempotencyKey = new Map<string, Muse>()
  const posts = new Map<number, Post>()
  const roots = new Map<number, Post>()
  const replies = new Map<number, Post[]>()
  const inChannel = new Map<string, Post[]>()
  const nonces = new Set<string>()
  let lastId = 0

  function keepPost(post: Post): void {
    posts.set(post.id, post)
    const parent = post.parentId === null ? undefined : roots.get(post.parentId)
    roots.set(post.id, parent ?? post)
    if (post.parentId !== null) listAt(replies, post.parentId).push(post)
    listAt(inChannel, post.channel).push(post)
    lastId = Math.max(lastId, post.id)
  }

  function keepMuse(muse: Muse, idempotencyKey: string | null): void {
    muses.set(muse.museId, muse)
    if (muse.publicKey !== null) byKey.set(muse.publicKey, muse)
    if (idempotencyKey !== null) byIdempotencyKey.set(idempotencyKey, muse)
  }

  function keep(entry: Entry): void {
    if (entry.kind === 'channel') channels.set(entry.slug, entry)
    if (entry.kind === 'muse') keepMuse(entry.muse, entry.idempotencyKey)
    if (entry.kind === 'post' && entry.nonce !== null) nonces.add(`${entry.post.museId} ${entry.nonce}`)
    if (entry.kind !== 'channel' && entry.post) keepPost(entry.post)
  }

  const journal = openJournal(file, (line) => keep(Entry.parse(line)))
  return {
    /** Adds an entry; it is on the disk when this returns. */
    add(entry: Entry) {
      journal.append(entry)
      keep(entry)
    },
    /** The id of the next post: integers, counted over all channels. */
    nextId: () => lastId + 1,
    channel: (slug: string) => channels.get(slug),
    /** The channels that everybody may read. */
    publicChannels: () => [...channels.values()].filter(({ isPrivate }) => !isPrivate),
    muse: (museId: string) => muses.get(museId),
    museWithKey: (publicKey: string) => byKey.get(publicKey),
    /** The Muse that introduced itself with this idempotency key. */
    museIntroducedBy: (idempotencyKey: string) => byIdempotencyKey.get(idempotencyKey),
    muses: () => [...muses.values()],
    post: (id: number) => posts.get(id),
    /** The first post of a post's thread. */
    rootOf: (post: Post) => roots.get(post.id) ?? post,
    /** Oldest first. */
    repliesTo: (id: number): readonly Post[] => replies.get(id) ?? [],
    /** The posts of a channel, oldest first. */
    postsIn: (slug: string): readonly Post[] => inChannel.get(slug) ?? [],
    isUsed: (museId: string, nonce: string) => nonces.has(`${museId} ${nonce}`),
    close: () => journal.close(),
  }
}
