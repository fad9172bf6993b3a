import { ImageResponse } from 'next/og'
import { type Card, cardElement } from '@/components/pictures/card'
import { pictureFaces } from '@/components/pictures/faces'
import { PICTURE } from '@/components/pictures/frame'

/** Draws a card as PNG, 1200 × 630. It holds its thread up for as long as hundreds of reads take. */
export async function drawCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const image = new ImageResponse(cardElement(card), { ...PICTURE, fonts: await pictureFaces() })
  return new Uint8Array(await image.arrayBuffer())
}
