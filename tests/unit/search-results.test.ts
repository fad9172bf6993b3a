import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SearchResults } from '@/components/search/search-results'
import type { HitKind, SearchHit } from '@/lib/search/schemas'

const missions = (count: number): SearchHit[] =>
  Array.from({ length: count }, (_, n) => {
    const path = `/missions/${n}`
    return { kind: 'mission', id: String(n), title: `Mission ${n}`, excerpt: null, state: 'SEED', path }
  })
const shown = (more: HitKind[], hits = missions(0), kind?: HitKind) =>
  renderToStaticMarkup(createElement(SearchResults, { q: 'dan', kind, result: { hits, more }, fault: null }))

test('a search that found nothing, and has not looked at everything, says so and not that there is nothing', () => {
  expect(shown([])).toContain('Nothing found.')
  expect(shown(['muse'])).not.toContain('Nothing found.')
  expect(shown(['muse'])).toContain('not all of them were looked at')
  expect(shown(['muse'])).not.toContain('more results')
})

test.each([
  [undefined, 5],
  ['mission', 50],
] as const)(
  'of %s more is promised where %i were found, and not where fewer were and not all was looked at',
  (kind, full) => {
    const [more, fewer] = [shown(['mission'], missions(full), kind), shown(['mission'], missions(full - 1), kind)]
    expect(more).toContain(`${full} and more results`)
    expect(more).toContain(kind ? 'There may be more.' : 'More missions')
    expect(more).not.toContain('only the newest records were looked at')
    expect(fewer).toContain(`${full - 1} results`)
    expect(fewer).not.toMatch(/There may be more|More missions/)
    expect(fewer).toContain('only the newest records were looked at')
  },
)
