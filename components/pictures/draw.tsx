import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import type { ReactElement } from 'react'
import { type ChallengeFacts, ChallengePicture } from '@/components/pictures/challenge-picture'
import { PICTURE } from '@/components/pictures/frame'
import { type MissionFacts, MissionPicture } from '@/components/pictures/mission-picture'
import { type ReceiptFacts, ReceiptPicture } from '@/components/pictures/receipt-picture'
import { SitePicture } from '@/components/pictures/site-picture'

/** Everything that a picture shows, as plain data that can be sent to a thread. `name` is the service's name. */
export type Card =
  | { readonly kind: 'site'; readonly name: string }
  | { readonly kind: 'challenge'; readonly name: string; readonly facts: ChallengeFacts }
  | { readonly kind: 'mission'; readonly name: string; readonly facts: MissionFacts }
  | { readonly kind: 'receipt'; readonly name: string; readonly facts: ReceiptFacts }

function cardElement(card: Card): ReactElement {
  switch (card.kind) {
    case 'site':
      return <SitePicture name={card.name} />
    case 'challenge':
      return <ChallengePicture name={card.name} facts={card.facts} />
    case 'mission':
      return <MissionPicture name={card.name} facts={card.facts} />
    case 'receipt':
      return <ReceiptPicture name={card.name} facts={card.facts} />
  }
}

const FACES = [
  { name: 'Brygada 1918', weight: 400, style: 'normal', file: 'brygada-1918-500.ttf' },
  { name: 'Brygada 1918', weight: 400, style: 'italic', file: 'brygada-1918-italic-450.ttf' },
  { name: 'Ysabeau Office', weight: 400, style: 'normal', file: 'ysabeau-office-480.ttf' },
  { name: 'Ysabeau Office', weight: 600, style: 'normal', file: 'ysabeau-office-650.ttf' },
] as const

async function readFaces() {
  return Promise.all(
    FACES.map(async ({ file, ...face }) => ({
      ...face,
      data: await readFile(join(process.cwd(), 'assets', 'fonts', file)),
    })),
  )
}

let faces: ReturnType<typeof readFaces> | undefined

export function pictureFaces(): ReturnType<typeof readFaces> {
  faces ??= readFaces()
  return faces
}

/** Draws a card as PNG, 1200 × 630. It blocks its thread for as long as hundreds of reads take. */
export async function drawCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const image = new ImageResponse(cardElement(card), { ...PICTURE, fonts: await pictureFaces() })
  return new Uint8Array(await image.arrayBuffer())
}
