import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pageOf } from '@/components/agent-tools/page-of'
import { WouldRecord } from '@/components/forms/would-record'

test.for([
  [{ challenge: { id: 'c' } }, '/challenges/c'],
  [{ mission: { id: 'm' }, receipt: { id: 'r' } }, '/missions/m'],
  [{ project: { id: 'm' }, receipt: { id: 'r' } }, '/missions/m'],
  [{ proof: { id: 'p', missionId: 'm' } }, '/missions/m'],
  [{ item: { id: 'i' } }, null],
])('what is done for an agent leads to the page of its record: %j', ([answer, page]) => {
  expect(pageOf(answer)).toBe(page)
})

test.for(['mission', 'project'])('a trial says the state of a %s as the pages do', (name) => {
  const trial = { dryRun: true as const, [name]: { id: 'm', state: 'CHANGES_REQUESTED' } }
  const [facts] = renderToStaticMarkup(createElement(WouldRecord, { trial })).split('<details')
  expect(facts).toContain('Changes requested')
  expect(facts).not.toContain('CHANGES_REQUESTED')
})

test('a trial names the fields of a challenge and a mission as their forms do', () => {
  const challenge = { prompt: 'Which?', contenderA: 'Oak', submissionDeadline: '2026-12-01', constructor: 'x' }
  const html = renderToStaticMarkup(createElement(WouldRecord, { trial: { challenge } }))
  const names = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, name]) => name)
  expect(names).toEqual(['The question in full', 'Side A', 'Submissions and discussion until', 'Constructor'])
})
