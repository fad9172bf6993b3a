import { answerFile, RECORD_FILE_MAX_AGE_SECONDS, type SiteFile } from '@/app/file-answer'
import { readerAddress } from '@/app/reader-address'
import { type Card, drawCard, pictureFaces } from '@/components/pictures/draw'
import { createDrawing, type Drawing } from '@/components/pictures/drawing'
import { countByNetwork } from '@/lib/api/rate-limit'
import { serviceName } from '@/lib/env'
import { coverageOf, drawable } from '@/lib/feeds/drawable'

async function readCoverage(): Promise<ReadonlySet<number>> {
  // The upright and italic fonts cover nearly the same characters; those that only one of them has are left out.
  const [first, ...others] = (await pictureFaces()).map(({ data }) => coverageOf(data))
  return new Set([...(first ?? [])].filter((point) => others.every((other) => other.has(point))))
}

let coverage: ReturnType<typeof readCoverage> | undefined

/** Returns the part of a text that can be drawn, or `otherwise` when too little is left. */
type DrawableWords = (text: string, otherwise: string) => string

/** Draws in this process if the server has no thread for it, as on serverless platforms. */
function drawing(): Drawing {
  globalThis.trellisDrawing ??= createDrawing(drawCard)
  return globalThis.trellisDrawing
}

type WithoutName<C> = C extends Card ? Omit<C, 'name'> : never
type CardOfPage = WithoutName<Card>

/**
 * Responds with a picture of 1200 × 630 pixels.
 * @param read returns its content, in texts that can be drawn.
 */
export async function answerPicture(
  request: Request,
  read: (words: DrawableWords) => Promise<CardOfPage>,
): Promise<Response> {
  return answerFile(request, async (): Promise<SiteFile> => {
    coverage ??= readCoverage().catch((fault) => {
      // What failed once may work the next time.
      coverage = undefined
      throw fault
    })
    const covered = await coverage
    const words: DrawableWords = (text, otherwise) => drawable(text, covered) || otherwise
    const card = { ...(await read(words)), name: words(serviceName(), '') }
    const body = await drawing().picture(card, async () => {
      await countByNetwork('picture', readerAddress(request.headers))
    })
    return { body, type: 'image/png', maxAgeSeconds: RECORD_FILE_MAX_AGE_SECONDS }
  })
}
