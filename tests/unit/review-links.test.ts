import { expect, test } from 'vitest'
import { recordHref } from '@/lib/review/schemas'

test('a signed review leads to the page of its record, not to an earlier address that redirects there', () => {
  const hrefs = (['decision', 'proof', 'project'] as const).map((kind) => recordHref({ kind, recordId: 'x' }))
  expect(hrefs).toEqual(['/challenges/x', '/missions/x', '/missions/x'])
})
