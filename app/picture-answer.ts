import { answerFile, type SiteFile } from '@/app/file-answer'
import { readerAddress } from '@/app/reader-address'
import { type Card, drawCard, pictureFaces } from '@/components/pictures/draw'
import { createDrawing, type Drawing } from '@/components/pictures/drawing'
import { countByNetwork } from '@/lib/api/rate-limit'
import { coverageOf, drawable } from '@/lib/feeds/drawable'

/** A record that is hidden takes its picture along: nobody may keep it for longer without asking. */
const MAX_AGE_SECONDS = 60

async function readCoverage(): Promise<ReadonlySet<number>> {
  // Upright and italic cover nearly the same; what only one of them has is left out.
  const [first, ...others] = (await pictureFaces()).map(({ data }) => coverageOf(data))
  return new Set([...(first ?? [])].filter((point) => others.every((other) => other.has(point))))
}

let coverage: ReturnType<typeof readCoverage> | undefined

/** Gives what can be drawn of a text, or other words when that is too little. */
export type DrawableWords = (text: string, otherwise: string) => string

/** Where no server has a thread for it, as on serverless platforms, the pictures are drawn by this very process. */
function drawing(): Drawing {
  globalThis.trellisDrawing ??= createDrawing(drawCard)
  return globalThis.trellisDrawing
}

/**
 * Answers a picture of 1200 × 630.
 * @param read what it shows, in words that can be drawn.
 */
export async function answerPicture(
  request: Request,
  read: (words: DrawableWords) => Promise<Card> | Card,
): Promise<Response> {
  return answerFile(request, async (): Promise<SiteFile> => {
    coverage ??= readCoverage()
    const covered = await coverage
    const card = await read((text, otherwise) => drawable(text, covered) || otherwise)
    const body = await drawing().picture(card, async () => {
      await countByNetwork('picture', readerAddress(request.headers))
    })
    return { body, type: 'image/png', maxAgeSeconds: MAX_AGE_SECONDS }
  })
}
