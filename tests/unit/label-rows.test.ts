import { expect, test } from 'vitest'
import { placeLabels } from '@/components/record/timeline'

const rowsOf = (...labels: [text: string, along: number][]) =>
  placeLabels(labels.map(([text, along]) => ({ text, along }))).map(({ row, anchor }) => `${row} ${anchor}`)

test('labels that lie apart share a row, and none leaves the drawing', () => {
  expect(rowsOf(['12 Nov', 0], ['Deadline 13 Dec', 1])).toEqual(['0 start', '0 end'])
  expect(rowsOf(['12 Nov', 0], ['Due 2 Dec', 0.5])).toEqual(['0 start', '0 middle'])
})

test('a label that would lie on another stands in the next row where it has room', () => {
  const [begun, ends, between] = ['12 Nov', 'Decision due 22 Nov', 'Responses until 18 Nov']
  expect(rowsOf([begun, 0], [ends, 1], [between, 0.6])).toEqual(['0 start', '0 end', '1 middle'])
  expect(rowsOf([begun, 0], [ends, 0.05], [between, 0.02])).toEqual(['0 start', '1 start', '2 start'])
  expect(rowsOf([begun, 0], [ends, 1], [between, 1])).toEqual(['0 start', '0 end', '1 end'])
})
