import type { Post } from './entries'
import { Refused } from './refused'
import type { Site } from './site'

/** A post whose author is settled. */
export interface NewPost extends Pick<Post, 'channel' | 'parentId' | 'museId' | 'name' | 'text' | 'idVerified'> {
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
  const channel = board.channel(said.channel)
  if (!channel || channel.isPrivate) throw new Refused(404, 'There is no such channel.')
  if (said.parentId !== null) requireParent(site, said.parentId, said.channel)
  if (nonce !== null && board.isUsed(said.museId, nonce)) throw new Refused(409, 'That nonce was used before.')
  limit.require(address)

  const post: Post = { id: board.nextId(), ...said, at: now() }
  board.add({ kind: 'post', post, nonce })
  limit.count(address)
  return post
}
