import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SearchResults } from '@/components/search/search-results'

const shown = (more: 'muse'[]) =>
  renderToStaticMarkup(
    createElement(SearchResults, { q: 'dan', kind: undefined, result: { hits: [], more }, fault: null }),
  )

test('a search that found nothing, and has not looked at everything, says so and not that there is nothing', () => {
  expect(shown([])).toContain('Nothing found.')
  expect(shown(['muse'])).not.toContain('Nothing found.')
  expect(shown(['muse'])).toContain('not all of them were looked at')
  expect(shown(['muse'])).not.toContain('more results')
})
