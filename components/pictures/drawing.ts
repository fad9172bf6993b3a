import type { Card } from '@/components/pictures/draw'
import { createBoundedCache } from '@/lib/bounded-cache'
import { Refusal } from '@/lib/errors'

/** The maximum of pictures that wait for the current drawing. */
const WAITING_MAX = 8
const CACHE_BYTES_MAX = 16_000_000

export type DrawCard = (card: Card) => Promise<Uint8Array<ArrayBuffer>>

/** Draws pictures, one at a time, and caches them. */
export interface Drawing {
  /** @param allow called before drawing a card that is not cached. @throws Refusal `rate_limited` when too many wait. */
  picture(card: Card, allow: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>>
}

/** The cache key of a picture is everything that it shows, so it changes only with the record's version. */
export function createDrawing(draw: DrawCard): Drawing {
  const drawn = createBoundedCache<Uint8Array<ArrayBuffer>>({
    bytesMax: CACHE_BYTES_MAX,
    entriesMax: 1_000,
    bytesOf: (bytes) => bytes.byteLength,
  })
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let last: Promise<unknown> = Promise.resolve()

  function inTurn(card: Card): Promise<Uint8Array<ArrayBuffer>> {
    const turn = last.then(() => draw(card))
    last = turn.catch(() => undefined)
    return turn
  }

  function begin(key: string, card: Card): Promise<Uint8Array<ArrayBuffer>> {
    if (underWay.size > WAITING_MAX) {
      const message = 'Too many pictures are being drawn just now. Ask again in a moment.'
      throw new Refusal('rate_limited', message, null, { 'retry-after': '5' })
    }
    const making = inTurn(card)
      .then((bytes) => {
        drawn.set(key, bytes)
        return bytes
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  return {
    async picture(card, allow) {
      const key = JSON.stringify(card)
      const known = drawn.get(key) ?? underWay.get(key)
      if (known) return known
      await allow()
      return drawn.get(key) ?? underWay.get(key) ?? begin(key, card)
    },
  }
}

// One per process, even if several bundles load this module. A server with a drawing thread sets its own here.
declare global {
  var trellisDrawing: Drawing | undefined
}
