import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiParts } from '@/lib/api/openapi'
import { parseCommandLine } from '@/lib/command-line'
import { isDay } from '@/lib/contract/fields'
import { plural } from '@/lib/text/plural'
import { command, ownWords } from '../command'
import { type ApiDocument, type Change, compareDocuments } from './compare'

/**
 * `npm run api-release -- 2026-11-22`: saves the current OpenAPI document as the released one (docs/api/openapi.json) and adds
 * its changes at the top of docs/api/changelog.md. The API's own version stays (docs/interface.md), so a release is named by
 * its day. tests/contract/api-changes.test.ts compares the code with the released document.
 */

const FOLDER = path.resolve(import.meta.dirname, '../../docs/api')
const DOCUMENT = path.join(FOLDER, 'openapi.json')
const CHANGELOG = path.join(FOLDER, 'changelog.md')
const HEAD = '# Changes of the API\n\nMade by `npm run api-release` from the OpenAPI documents of two versions.\n'

/** The current document, without the parts that differ between services. */
export const currentDocument = (): ApiDocument => JSON.parse(JSON.stringify(openApiParts()))

export const releasedDocument = (): ApiDocument => JSON.parse(readFileSync(DOCUMENT, 'utf8'))

/** From so many operations on, the same change is printed in one line. */
const MANY = 5

/** The part of an operation that changed: the text behind `GET /api/v1/missions`. */
const partOf = (where: string) => where.split(' ').slice(2).join(' ')

/** One line for each change; the same change of many operations is one line. */
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

/** The changelog chapter of a release. */
export function chapter(day: string, changes: readonly Change[]): string {
  const parts = [
    { title: 'Breaking', of: changes.filter(({ breaks }) => breaks) },
    { title: 'New', of: changes.filter(({ breaks, what }) => !breaks && what.startsWith('is new')) },
    { title: 'Changed', of: changes.filter(({ breaks, what }) => !breaks && !what.startsWith('is new')) },
  ].filter(({ of }) => of.length > 0)
  return `## ${day}\n\n${parts.map(({ title, of }) => `### ${title}\n\n${lines(of)}\n`).join('\n')}`
}

const USAGE = 'npm run api-release -- YYYY-MM-DD'

/** The day of a command line. @throws Error in one line, with the usage. */
export function dayOf(args: readonly string[]): string {
  const [day = ''] = parseCommandLine(args, { usage: USAGE, words: 1 }).words
  if (!isDay(day)) throw new Error(`“${day}” is no day. Usage: ${USAGE}`)
  return day
}

/** @returns what was written, in one line. */
function release(day: string): string {
  const now = currentDocument()
  const earlier = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8').slice(HEAD.length) : ''
  const changes = existsSync(DOCUMENT) ? compareDocuments(releasedDocument(), now) : []
  writeFileSync(DOCUMENT, `${JSON.stringify(now)}\n`)
  if (changes.length === 0) return `Wrote ${DOCUMENT}. It has no change that the changelog tells of.`
  writeFileSync(CHANGELOG, `${HEAD}\n${chapter(day, changes)}${earlier}`)
  return `Wrote ${DOCUMENT} and ${CHANGELOG}: ${plural(changes.length, 'change')} in the chapter ${day}.`
}

if (process.argv[1] === import.meta.filename) await command(async () => console.log(release(dayOf(ownWords()))))
