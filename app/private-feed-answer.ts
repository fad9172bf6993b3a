import { answerFile } from '@/app/file-answer'
import { appUrl, serviceName } from '@/lib/env'
import { notFound } from '@/lib/errors'
import type { Site } from '@/lib/feeds/deadlines'
import { walletOfFeed } from '@/lib/feeds/private-feed'

/** A feed of one wallet; an address that is none, or none any more, answers like one that never was. */
export function answerPrivateFeed(
  request: Request,
  secret: string,
  type: string,
  make: (wallet: string, site: Site, secret: string) => Promise<string>,
): Promise<Response> {
  return answerFile(request, async () => {
    const wallet = await walletOfFeed(secret)
    if (wallet === null) throw notFound('There is no such feed.')
    const body = await make(wallet, { name: serviceName(), base: appUrl() }, secret)
    return { body, type: `${type}; charset=utf-8`, maxAgeSeconds: 0, isPrivate: true }
  })
}
