import { type PlatformPost, PostNode } from '@/lib/platform/gateway/answers'

/** The posts of a tree, each once, in no order. */
export interface FlatThread {
  readonly posts: readonly PlatformPost[]
  /** Nodes that lack what a post needs. */
  readonly unreadable: number
  /** Whether there was more than is looked at. */
  readonly isCut: boolean
}

/** Nodes that are looked at in one tree. */
const NODES_MAX = 20_000

/**
 * Takes a tree of posts apart without recursion, so that its depth costs no stack. A post that appears again, as in a
 * tree that leads back to itself, counts once.
 * @param root a node, or a list of nodes.
 */
export function flattenThread(root: unknown): FlatThread {
  const open: unknown[] = Array.isArray(root) ? root.slice(0, NODES_MAX) : [root]
  const posts = new Map<string, PlatformPost>()
  let unreadable = 0
  let looked = 0
  while (open.length > 0 && looked < NODES_MAX) {
    const node = open.pop()
    looked += 1
    const post = PostNode.safeParse(node)
    if (!post.success) unreadable += 1
    else if (!posts.has(post.data.id)) posts.set(post.data.id, post.data)
    for (const reply of repliesOf(node)) open.push(reply)
  }
  return { posts: [...posts.values()], unreadable, isCut: open.length > 0 }
}

function repliesOf(node: unknown): readonly unknown[] {
  const isNode = typeof node === 'object' && node !== null && 'replies' in node
  return isNode && Array.isArray(node.replies) ? node.replies.slice(0, NODES_MAX) : []
}
