import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiParts } from '@/lib/api/openapi'
import { type ApiDocument, type Change, compareDocuments } from './compare'

/**
 * `npm run api-release -- 2026-11-22`: keeps the OpenAPI document of now as the released one (docs/api/openapi.json), and puts
 * what it changes before what docs/api/changelog.md tells. The API's own version stays (docs/interface.md), so a release goes by its day. tests/contract/api-changes.test.ts holds the code against it.
 */

const FOLDER = path.resolve(import.meta.dirname, '../../docs/api')
const DOCUMENT = path.join(FOLDER, 'openapi.json')
const CHANGELOG = path.join(FOLDER, 'changelog.md')
const HEAD = '# Changes of the API\n\nMade by `npm run api-release` from the OpenAPI documents of two versions.\n'

/** The document of now, as far as it is the same for every service. */
export const currentDocument = (): ApiDocument => JSON.parse(JSON.stringify(openApiParts()))

export const releasedDocument = (): ApiDocument => JSON.parse(readFileSync(DOCUMENT, 'utf8'))

/** From so many operations on, one line tells what happened to all of them. */
const MANY = 5

/** Where in its operation a change is: what follows `GET /api/v1/missions`. */
const partOf = (where: string) => where.split(' ').slice(2).join(' ')

/** A line each; what is the same of many operations in one, by the place of the first. */
function lines(changes: readonly Change[]): string {
  const alike = new Map<string, Change[]>()
  for (const change of changes) {
    const part = partOf(change.where)
    const key = part === '' ? change.where : `${part} ${change.what}`
    alike.set(key, [...(alike.get(key) ?? []), change])
  }
  return [...alike.values()]
    .flatMap((group) => {
      const [{ where, what } = { where: '', what: '' }] = group
      if (group.length < MANY) return group.map((one) => `- \`${one.where}\` ${one.what}`)
      return [`- \`${partOf(where)}\` of ${group.length} operations ${what}`]
    })
    .join('\n')
}

/** What a release changes, as a part of the changelog. */
export function chapter(day: string, changes: readonly Change[]): string {
  const parts = [
    { title: 'Breaking', of: changes.filter(({ breaks }) => breaks) },
    { title: 'New', of: changes.filter(({ breaks, what }) => !breaks && what.startsWith('is new')) },
    { title: 'Changed', of: changes.filter(({ breaks, what }) => !breaks && !what.startsWith('is new')) },
  ].filter(({ of }) => of.length > 0)
  return `## ${day}\n\n${parts.map(({ title, of }) => `### ${title}\n\n${lines(of)}\n`).join('\n')}`
}

function release(day: string): void {
  const now = currentDocument()
  const earlier = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8').slice(HEAD.length) : ''
  if (existsSync(DOCUMENT)) {
    const changes = compareDocuments(releasedDocument(), now)
    writeFileSync(CHANGELOG, `${HEAD}\n${chapter(day, changes)}${earlier}`)
  }
  writeFileSync(DOCUMENT, `${JSON.stringify(now)}\n`)
}

const [, program, day] = process.argv
if (program === import.meta.filename) {
  if (!day) throw new Error('Name the day: npm run api-release -- 2026-11-22')
  release(day)
}
