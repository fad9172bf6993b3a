import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SearchForm } from '@/components/search/search-form'

test('a search field takes what is typed whole: browsers count UTF-16 and cut silently, the service counts code points', () => {
  expect(renderToStaticMarkup(createElement(SearchForm, { id: 'q', label: 'Search for' }))).not.toMatch(/maxlength/i)
})
