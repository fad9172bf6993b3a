import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { type Card, cardElement } from '@/components/pictures/card'
import { PICTURE } from '@/components/pictures/frame'

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

/** Draws a card as PNG, 1200 × 630. It holds its thread up for as long as hundreds of reads take. */
export async function drawCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const image = new ImageResponse(cardElement(card), { ...PICTURE, fonts: await pictureFaces() })
  return new Uint8Array(await image.arrayBuffer())
}
