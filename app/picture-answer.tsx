import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import type { ReactElement } from 'react'
import { answerFile, type SiteFile } from '@/app/file-answer'
import { PICTURE } from '@/components/pictures/frame'
import { unavailable } from '@/lib/errors'
import { coverageOf, drawable } from '@/lib/feeds/drawable'

const KEPT_MAX = 64
const WAITING_MAX = 8
const MAX_AGE_SECONDS = 300

const FACES = [
  { name: 'Brygada 1918', weight: 400, style: 'normal', file: 'brygada-1918-500.ttf' },
  { name: 'Brygada 1918', weight: 400, style: 'italic', file: 'brygada-1918-italic-450.ttf' },
  { name: 'Ysabeau Office', weight: 400, style: 'normal', file: 'ysabeau-office-480.ttf' },
  { name: 'Ysabeau Office', weight: 600, style: 'normal', file: 'ysabeau-office-650.ttf' },
] as const

async function loadFaces() {
  const fonts = await Promise.all(
    FACES.map(async ({ file, ...face }) => ({
      ...face,
      data: await readFile(join(process.cwd(), 'assets', 'fonts', file)),
    })),
  )
  // Upright and italic cover nearly the same; what only one of them has is left out.
  const [first, ...others] = fonts.map(({ data }) => coverageOf(data))
  const covered = new Set([...(first ?? [])].filter((point) => others.every((other) => other.has(point))))
  return { fonts, words: (text: string, otherwise: string) => drawable(text, covered) || otherwise }
}

let faces: ReturnType<typeof loadFaces> | undefined

/** Gives what can be drawn of a text, or other words when that is too little. */
export type DrawableWords = (text: string, otherwise: string) => string

/** Pictures already drawn, newest last: drawing one costs as much as hundreds of reads. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * Answers a picture of 1200 × 630.
 * @param read the facts that it shows, in words that can be drawn; the same facts are drawn once.
 */
export async function answerPicture<Facts>(
  request: Request,
  read: (words: DrawableWords) => Promise<Facts> | Facts,
  draw: (facts: Facts) => ReactElement,
): Promise<Response> {
  return answerFile(request, async (): Promise<SiteFile> => {
    faces ??= loadFaces()
    const { fonts, words } = await faces
    const facts = await read(words)
    const body = await once(JSON.stringify(facts), async () => {
      const image = new ImageResponse(draw(facts), { ...PICTURE, fonts })
      return new Uint8Array(await image.arrayBuffer())
    })
    return { body, type: 'image/png', maxAgeSeconds: MAX_AGE_SECONDS }
  })
}

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One picture at a time: drawing holds the process up, and other requests must get through between two of them. */
async function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (waiting >= WAITING_MAX) throw unavailable('Too many pictures are being drawn just now. Ask again in a moment.')
  waiting += 1
  const turn = last.then(draw).finally(() => {
    waiting -= 1
  })
  last = turn.catch(() => undefined)
  return turn
}

function once(key: string, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const known = drawn.get(key)
  if (known) return known
  const picture = inTurn(make)
  drawn.set(key, picture)
  picture.catch(() => drawn.delete(key))
  const oldest = drawn.keys().next().value
  if (drawn.size > KEPT_MAX && oldest !== undefined) drawn.delete(oldest)
  return picture
}
