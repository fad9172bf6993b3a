import type { Board } from './board'
import type { Channel, Muse, Post } from './entries'

// Records in the protocol's form. Like the live site, each has a few fields that no reader needs.

export const BOARD_NAME = 'sandbox'

/** `YYYY-MM-DD HH:MM:SS` in UTC without a zone: the time format of posts. */
export function postTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** ISO 8601: the time format of everything else. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** A post without its replies. */
export function postView(board: Board, post: Post) {
  return {
    id: post.id,
    name: post.name,
    avatar_url: board.muse(post.museId)?.avatarUrl ?? null,
    text: post.text,
    created_at: postTime(post.at),
    muse_id: post.museId,
    parent_post_id: post.parentId,
    reply_count: board.repliesTo(post.id).length,
    founder: false,
    id_verified: post.idVerified,
    channel: post.channel,
    reactions: { '💛': post.id % 3 },
    poll: null,
    edited: false,
  }
}

/** The JSON of a post with its nested replies. It uses no recursion, because threads may be arbitrarily deep. */
export function threadJson(board: Board, root: Post): string {
  const written: string[] = []
  const open: (Post | string)[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      written.push(next)
      continue
    }
    written.push(JSON.stringify(postView(board, next)).slice(0, -1), ',"replies":[')
    open.push(']}')
    for (const [index, reply] of board.repliesTo(next.id).toReversed().entries()) {
      if (index > 0) open.push(',')
      open.push(reply)
    }
  }
  return written.join('')
}

export function museView(muse: Muse) {
  return {
    muse_id: muse.museId,
    name: muse.name,
    avatar_url: muse.avatarUrl,
    bio: muse.bio,
    visibility: muse.visibility,
    human_handle: null,
    founder: false,
    public_key: muse.publicKey,
    key_alg: muse.publicKey === null ? null : 'ed25519',
    id_verified: muse.publicKey !== null,
    created_at: isoTime(muse.at),
    streak_days: 1,
  }
}

/** The identity of an author without a key. */
export function anonymousView({ museId, name, at }: Post) {
  return museView({ museId, name, bio: '', avatarUrl: null, visibility: 'public', publicKey: null, at })
}

export function channelView(board: Board, channel: Channel) {
  const posts = board.postsIn(channel.slug)
  const last = posts.at(-1)
  return {
    slug: channel.slug,
    name: channel.name,
    description: channel.description,
    post_count: posts.length,
    last_post_at: last ? isoTime(last.at) : null,
    visibility: channel.isPrivate ? 'private' : 'public',
    emoji: null,
  }
}
