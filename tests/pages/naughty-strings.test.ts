import { expect, test } from 'vitest'
import { z } from 'zod'
import { LongText, Title } from '@/lib/contract/fields'
import { withDeceivingNamed, withOverridesNamed } from '@/lib/text/deceiving'
import { overflow } from '@/tests/support/axe'
import { signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { adminAccount, openAs } from '@/tests/support/pages-people'
import { verifierAccount } from '@/tests/support/shared-service'
import { completedMission, draftChallenge, missionBody, openChallenge, provenMission } from '@/tests/support/story'
import { vectors } from '@/tests/support/vectors'

// The Big List of Naughty Strings as people see it: what is kept stands on the page, and does nothing there.

const browser = testBrowser()

const STRINGS = vectors('naughty-strings/blns.json', z.array(z.string()))
const LONG_CHARS_MAX = 3_900
/** Titles that would be a script, a tag or an attribute, were they not text. */
const MARKUP = /<script|onerror|onload|javascript:/i
const TITLES = 12

/** What the page's own layout does not say: where lines break. */
const unspaced = (text: string) => text.normalize('NFC').replace(/\s+/gu, '')

/** Every string that a long text may hold, a line each, in as few texts as hold them. */
function longTexts(): string[][] {
  const texts: string[][] = [[]]
  for (const text of STRINGS.filter((string) => LongText.safeParse(string).success)) {
    const last = texts.at(-1) ?? []
    if ([...last, text].join('\n').length > LONG_CHARS_MAX) texts.push([text])
    else last.push(text)
  }
  return texts
}

test('every naughty string that is kept stands on its page as it was sent, and none of them runs', async () => {
  const owner = await signIn(browser.base)
  const titles = STRINGS.filter((text) => MARKUP.test(text) && Title.safeParse(text).success)
  const chosen = titles.filter((_, at) => at % Math.ceil(titles.length / TITLES) === 0)
  const texts = longTexts()
  // A letter with more marks on it than a line has room for.
  chosen.push(`A${'\u0e49\u0e47'.repeat(60)}`)
  expect(texts.flat().length, 'most of the list is kept').toBeGreaterThan(STRINGS.length * 0.9)
  const visitor = await browser.open({ viewport: PHONE })
  const { page } = visitor
  const dialogs: string[] = []
  const published: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    dialog.dismiss().catch(() => undefined)
  })
  for (const [at, title] of chosen.entries()) {
    const lines = texts[at % texts.length] ?? []
    const milestones = [{ title: chosen.at(-1 - at) ?? title, required: true }]
    const reply = await owner.post('/api/v1/missions', missionBody({ title, summary: lines.join('\n'), milestones }))
    expect(reply.status, reply.text).toBe(201)
    published.push(reply.body.mission.id)
    await visitor.goto(`/missions/${reply.body.mission.id}`)
    const main = page.getByRole('main')
    expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe(withDeceivingNamed(title.trim()))
    const shown = unspaced((await main.textContent()) ?? '')
    const missing = lines.filter((text) => !shown.includes(unspaced(withOverridesNamed(text))))
    expect(missing, title).toEqual([])
    expect(await page.title()).toContain(withDeceivingNamed(title.trim()))
    expect(await overflow(page), title).toBeLessThanOrEqual(0)
  }
  await visitor.goto(`/missions?owner=${owner.address}`)
  expect(await page.getByRole('main').textContent()).toContain(withDeceivingNamed(chosen.at(-1)?.trim() ?? ''))
  expect(dialogs).toEqual([])
  await hideMissions(published)
})

/** Other files look at the same service's lists, for words that must not stand there. */
async function hideMissions(ids: readonly string[]): Promise<void> {
  const moderator = await signIn(browser.base, adminAccount())
  for (const recordId of ids) {
    const reason = 'Looked at.'
    const hidden = await moderator.post('/api/moderation', { recordType: 'mission', recordId, action: 'hide', reason })
    expect(hidden.status, hidden.text).toBe(201)
  }
}

/** Written from right to left, with marks that belong at its end, on the left. */
const RIGHT_TO_LEFT = 'من يسقي الحديقة؟!'

/** Runs in the page: the lines around these words where nothing gives them a writing direction of their own. */
function undirected(words: string): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const line = text.parentElement
    if (text.nodeValue?.includes(words) && !line?.closest('bdi, [dir=auto], .sr-only, pre, script'))
      found.push(line?.textContent ?? '')
  }
  return found
}

test('a title from right to left has its marks at its end on every page that tells of it', async () => {
  const [owner, contributor, verifier] = await Promise.all([
    signIn(browser.base),
    signIn(browser.base),
    signIn(browser.base, verifierAccount()),
  ])
  const over = {
    title: RIGHT_TO_LEFT,
    summary: RIGHT_TO_LEFT,
    milestones: [{ title: RIGHT_TO_LEFT, required: true }],
  }
  await openChallenge(owner, { contenderA: RIGHT_TO_LEFT, contenderB: RIGHT_TO_LEFT })
  const { mission: waiting } = await provenMission(owner, contributor, over)
  const { mission, receipt } = await completedMission(owner, contributor, verifier, over)
  const reader = await browser.open({})
  for (const path of [
    `/missions/${waiting.id}`,
    `/missions/${mission.id}/history/1`,
    `/missions/${mission.id}/proof/1`,
    `/receipts/${receipt.id}`,
    `/missions?owner=${owner.address}`,
    `/challenges?owner=${owner.address}`,
    '/review',
  ]) {
    await reader.goto(path)
    const main = reader.page.getByRole('main')
    expect(await main.textContent(), path).toContain(RIGHT_TO_LEFT)
    expect(await reader.page.evaluate(undirected, RIGHT_TO_LEFT), path).toEqual([])
  }
  const { page } = await openAs(browser, `/missions/${waiting.id}`, owner.account)
  await page.getByRole('button', { name: 'Set a milestone’s state' }).click()
  await page.getByRole('radio', { name: RIGHT_TO_LEFT }).waitFor()
  expect(await page.evaluate(undirected, RIGHT_TO_LEFT), 'the choices of a form').toEqual([])
  await hideMissions([waiting.id, mission.id])
})

test('the choices of a form keep the direction of what people wrote, and break a word that is wider than a phone', async () => {
  const owner = await signIn(browser.base)
  const { id } = await draftChallenge(owner, { contenderA: RIGHT_TO_LEFT, contenderB: 'W'.repeat(80) })
  const { page } = await openAs(browser, `/challenges/${id}`, owner.account, { viewport: PHONE })
  await page.getByRole('radio', { name: RIGHT_TO_LEFT }).waitFor()
  expect(await page.evaluate(undirected, RIGHT_TO_LEFT)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
