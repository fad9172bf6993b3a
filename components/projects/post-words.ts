import type { PostPreview } from '@/lib/platform/schemas'

/** The title of a post without its author's name, which platforms put before it. */
export function postTitle({ title, authorName }: PostPreview): string | null {
  const prefix = `${authorName}: `
  return authorName && title?.startsWith(prefix) ? title.slice(prefix.length) : title
}

/** Whether the text begins with the words of the title, which then need not be said twice. */
export function repeatsTitle(post: PostPreview): boolean {
  const words = postTitle(post)?.replace(/\s*(?:…|\.\.\.)$/, '')
  return words ? (post.description?.startsWith(words) ?? false) : false
}
