import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A release as CHANGELOG.md records it. */
interface Release {
  readonly version: string
  /** The name of its last migration. */
  readonly schema: string
}

const CHANGELOG = path.resolve(import.meta.dirname, '../../CHANGELOG.md')

/** The releases, newest first. @throws Error where one does not name its schema. */
export function readReleases(text = readFileSync(CHANGELOG, 'utf8')): Release[] {
  return text.split(/^## (?=\d)/m).flatMap((chapter, place) => {
    if (place === 0) return []
    const [, version = ''] = /^(\d+\.\d+\.\d+)/.exec(chapter) ?? []
    const [, schema] = /^Schema: `(\d{4}_[a-z_]+)`/m.exec(chapter) ?? []
    if (schema === undefined) throw new Error(`CHANGELOG.md does not name the schema of ${version}.`)
    return [{ version, schema }]
  })
}
