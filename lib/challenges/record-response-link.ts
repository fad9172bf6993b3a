import { findLinks, linkSide } from '@/lib/challenges/link-side'
import { lockChallenge } from '@/lib/challenges/load'
import type { ResponseLink } from '@/lib/challenges/schemas'
import { showChallenge } from '@/lib/challenges/views'
import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import { requirePublicUrl } from '@/lib/platform/urls'

/** Records a side's permanent link; the second one opens the challenge. */
export async function recordResponseLink(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof ResponseLink>,
): Promise<CommandResult> {
  requirePublicUrl('url', body.url)
  const [challenge, links] = await Promise.all([lockChallenge(ctx, params.id), findLinks(ctx.tx, params.id)])
  linkSide(ctx, challenge, links, body)
  return { show: showChallenge(challenge.id) }
}
