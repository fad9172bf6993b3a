import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../server/root'

/** The paths of all pages of the site, with parameters, e.g. `/challenges/[id]`. */
export function sitePatterns(): string[] {
  const files = readdirSync(path.join(ROOT, 'app', '(site)'), { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => path.basename(file) === 'page.tsx')
  return pages.map((file) => `/${path.relative('.', path.dirname(file)).split(path.sep).join('/')}`).sort()
}
