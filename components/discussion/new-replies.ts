/** How many replies a reading brought, as a sentence. */
export function newReplies(count: number): string {
  if (count === 0) return 'No new reply.'
  return count === 1 ? 'One new reply became a proposal.' : `${count} new replies became proposals.`
}
