import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** What became of one picture from one version to the other. */
export interface Compared {
  readonly file: string
  /** Null where nobody could tell the two apart; `missing` where one version has no such page. */
  readonly differs: number | 'missing' | null
}

/** The folders beside the report: of both versions, and of what differs. */
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

/** Writes one page of what differs: both pictures and the difference, the largest first. @returns its file. */
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
