import type { Board } from './board'
import type { Channel, Post } from './entries'
import { Refused } from './refused'
import type { Site } from './site'

/** A channel that everybody may read. @throws Refused 404 also for a private room. */
export function requireChannel(board: Board, slug: string): Channel {
  const channel = board.channel(slug)
  if (!channel || channel.isPrivate) throw new Refused(404, 'There is no such channel.')
  return channel
}

/** A post that everybody may read. @throws Refused 400 when the id is no integer, 404 when there is no such post. */
export function readablePost({ board }: Site, id: string): Post {
  if (!/^\d{1,15}$/.test(id)) throw new Refused(400, 'A post is named by its id, an integer.')
  const post = board.post(Number(id))
  if (!post || board.channel(post.channel)?.isPrivate) throw new Refused(404, 'There is no such post.')
  return post
}
