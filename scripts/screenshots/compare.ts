import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'

/** Invisible difference of a colour, of 255. */
const UNSEEN = 8

const dataUrl = (file: string) => `data:image/png;base64,${readFileSync(file).toString('base64')}`

/**
 * Compares two pictures in a browser's canvas.
 * @returns the number of different pixels, including those that only one picture has, and the newer picture in pale colours
 * with the differences in red (PNG); null when no difference is visible.
 */
export async function compare(page: Page, before: string, after: string) {
  // The loader (tsx) wraps the functions below in a helper that the page does not have.
  await page.evaluate('globalThis.__name = (named) => named')
  const { pixels, marked } = await page.evaluate(
    async ([one, other, unseen]) => {
      const load = async (url: string) => {
        const image = new Image()
        image.src = url
        await image.decode()
        return image
      }
      const [before, after] = [await load(one), await load(other)]
      const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)]
      const drawn = (image: HTMLImageElement) => {
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width, height })
        const drawing = canvas.getContext('2d', { willReadFrequently: true })
        if (!drawing) throw new Error('This browser draws nothing.')
        drawing.drawImage(image, 0, 0)
        return { canvas, drawing, data: drawing.getImageData(0, 0, width, height) }
      }
      const [old, fresh] = [drawn(before), drawn(after)]
      let pixels = 0
      for (let at = 0; at < fresh.data.data.length; at += 4) {
        const differs = [0, 1, 2, 3].some(
          (part) => Math.abs((old.data.data[at + part] ?? 0) - (fresh.data.data[at + part] ?? 0)) > unseen,
        )
        if (differs) pixels += 1
        const pale = (part: number) => 255 - (255 - (fresh.data.data[at + part] ?? 0)) * 0.3
        const colour = differs ? [220, 0, 60, 255] : [pale(0), pale(1), pale(2), 255]
        fresh.data.data.set(colour, at)
      }
      if (pixels === 0) return { pixels, marked: '' }
      fresh.drawing.putImageData(fresh.data, 0, 0)
      return { pixels, marked: fresh.canvas.toDataURL('image/png').split(',')[1] ?? '' }
    },
    [dataUrl(before), dataUrl(after), UNSEEN] as const,
  )
  return pixels === 0 ? null : { pixels, marked: Buffer.from(marked, 'base64') }
}

/** The comparison of one picture between two versions. */
export interface Compared {
  readonly file: string
  /** The number of different pixels; null for no visible difference; `missing` if one version has no such page. */
  readonly differs: number | 'missing' | null
}

/** The folders beside the report: both versions and the marked differences. */
export const FOLDERS = { before: 'before', after: 'after', marked: 'marked' } as const

const STYLE = `body{font:16px/1.5 system-ui;margin:2rem;max-width:none}h2{font-size:1rem;margin:2rem 0 .5rem}
.three{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem;align-items:start}img{width:100%;border:1px solid #888}figure{margin:0}`

const picture = (folder: string, file: string) =>
  `<figure><figcaption>${folder}</figcaption><a href="${folder}/${file}"><img loading="lazy" src="${folder}/${file}" alt="${file}, ${folder}"></a></figure>`

const section = ({ file, differs }: Compared) =>
  `<h2>${file}: ${differs} pixels</h2><div class="three">${Object.values(FOLDERS)
    .map((folder) => picture(folder, file))
    .join('')}</div>`

const list = (title: string, files: readonly Compared[]) =>
  files.length === 0 ? '' : `<h2>${title}</h2><p>${files.map(({ file }) => file).join(', ')}</p>`

/** Writes a page with both pictures and their difference, largest differences first. @returns its file. */
export function writeReport(folder: string, commit: string, all: readonly Compared[]): string {
  const changed = all.filter(({ differs }) => typeof differs === 'number')
  const page = [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Against ${commit}</title><style>${STYLE}</style>`,
    `<h1>${changed.length} of ${all.length} pictures differ from ${commit}</h1>`,
    ...changed.toSorted((a, b) => Number(b.differs) - Number(a.differs)).map(section),
    list(
      'In one version only',
      all.filter(({ differs }) => differs === 'missing'),
    ),
    list(
      'The same',
      all.filter(({ differs }) => differs === null),
    ),
  ].join('\n')
  const file = path.join(folder, 'index.html')
  writeFileSync(file, page)
  return file
}
