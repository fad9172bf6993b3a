import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '@/tests/support/script-page'

// One form in two tabs of one browser: each is a page of its own, which remembers what it has read and written itself.

type Tab = typeof import('@/components/forms/kept-drafts')

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const FORM = 'challenge'

async function openTab(): Promise<Tab> {
  vi.resetModules()
  return import('@/components/forms/kept-drafts')
}

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('location', { pathname: '/challenges/new' })
  vi.stubGlobal('document', {
    title: 'New challenge · Trellis',
    querySelector: () => ({ textContent: 'New challenge' }),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what one tab keeps is set aside for the other, and stays when that one is recorded', async () => {
  const [one, other] = [await openTab(), await openTab()]
  for (const tab of [one, other]) expect(tab.readDraft(WALLET, FORM)).toBeNull()
  one.keepDraft(WALLET, FORM, { title: 'O' })
  one.keepDraft(WALLET, FORM, { title: 'One' })
  expect(one.hasOlderDraft(WALLET, FORM)).toBe(false)
  other.keepDraft(WALLET, FORM, { title: 'Other' })
  one.removeOwnDraft(WALLET, FORM)
  const reloaded = await openTab()
  expect(reloaded.readDraft(WALLET, FORM)).toEqual({ title: 'Other' })
  reloaded.takeOlderDraft(WALLET, FORM)
  expect(reloaded.readDraft(WALLET, FORM)).toEqual({ title: 'One' })
  one.removeDraft(WALLET, FORM)
  expect(reloaded.readDraft(WALLET, FORM)).toBeNull()
})

test('a draft is listed by what it is about, without the name of the site', async () => {
  const tab = await openTab()
  tab.keepDraft(WALLET, FORM, { title: 'One' })
  tab.keepDraft(WALLET, 'claim:1', { reason: 'x' }, { title: 'Give it back', hash: '#action-give-back' })
  expect(tab.listDrafts(WALLET).map(({ title }) => title)).toEqual(['New challenge', 'Give it back: New challenge'])
})

test('a page that goes on with a draft from before replaces it, and takes it away once it is recorded', async () => {
  const before = await openTab()
  before.keepDraft(WALLET, FORM, { title: 'One' })
  const after = await openTab()
  expect(after.readDraft(WALLET, FORM)).toEqual({ title: 'One' })
  after.keepDraft(WALLET, FORM, { title: 'One more' })
  expect(after.hasOlderDraft(WALLET, FORM)).toBe(false)
  after.keepIntent(WALLET, FORM, { text: '{}', key: 'k', at: 1 })
  after.removeOwnDraft(WALLET, FORM)
  expect([after.readDraft(WALLET, FORM), after.readIntent(WALLET, FORM)]).toEqual([null, null])
})
