import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { fill, press, told } from '@/tests/support/pages-acts'
import { adminAccount, openAs } from '@/tests/support/pages-people'
import { fullProject } from '@/tests/support/pages-projects'
import { freshAccount } from '@/tests/support/pages-wallet'
import { verifierAccount } from '@/tests/support/shared-service'
import { claimedMission, openChallenge, provenMission, seedMission } from '@/tests/support/story'

const REPORT_WORDS = 'What should a moderator look at\\?'

const browser = testBrowser()
let admin: Actor
beforeAll(async () => {
  admin = await signIn(browser.base, adminAccount())
})

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const entry = (page: Page, name: string, words: string) =>
  part(page, name).getByRole('listitem').filter({ hasText: words }).first()
const owner = () => signIn(browser.base)
const statusOf = async (path: string) => (await fetch(browser.base + path)).status

/** A record that somebody reported through the API. */
async function reported(recordType: string, recordId: string, reason: string): Promise<Json> {
  const { status, text, body } = await (await owner()).post('/api/moderation/reports', { recordType, recordId, reason })
  expect(status, text).toBe(201)
  return body.report
}

test('a mission is reported, hidden from its report, gone everywhere, and back when it is restored', async () => {
  const title = 'Sell the pond to the lowest bidder'
  const { id } = await seedMission(await owner(), { title })
  const path = `/missions/${id}`

  const reader = await openAs(browser, path)
  await press(reader.page, 'Report this mission')
  await fill(reader.page, { [REPORT_WORDS]: 'It asks for a private key.' })
  await reader.page.getByRole('button', { name: 'Send this report' }).dblclick()
  await told(reader.page, 'The moderators are told.')
  expect(await reader.page.getByRole('button', { name: 'Hide this mission' }).count()).toBe(0)

  const { page } = await openAs(browser, '/moderation', adminAccount())
  const report = entry(page, 'Reports', title)
  await report.getByText('It asks for a private key.').waitFor()
  expect(await report.getByRole('link', { name: 'Read it where it stands' }).getAttribute('href')).toBe(path)
  await report.getByRole('button', { name: /^Hide the record/ }).click()
  await report.getByRole('button', { name: 'Hide it' }).click()
  await report.getByText('one field needs a change').waitFor()
  await report.getByLabel('Why is it hidden?').fill('It asks people for a secret.')
  await report.getByRole('button', { name: 'Hide it' }).dblclick()
  await report.getByText('Hidden: it is on no page').waitFor()
  await report.getByText('Hidden', { exact: true }).waitFor()
  expect(await report.getByRole('button', { name: /^Dismiss the report/ }).count()).toBe(0)

  expect(await statusOf(path)).toBe(404)
  expect(await (await fetch(`${browser.base}/missions`)).text()).not.toContain(title)
  reader.expectFault(/status of 404/)
  await reader.page.getByRole('link', { name: 'Missions', exact: true }).first().click()
  await reader.page.waitForURL('**/missions')
  await reader.page.getByRole('heading', { name: 'Missions', level: 1 }).waitFor()
  expect(await reader.page.locator('main').textContent()).not.toContain(title)
  await reader.goto(path)
  expect(await reader.page.locator('main').textContent()).not.toContain(title)

  const hidden = entry(page, 'Hidden records', title)
  await hidden.getByText('It asks people for a secret.').waitFor()
  await hidden.getByRole('button', { name: /^Restore the record/ }).click()
  await hidden.getByLabel('Why is it restored?').fill('The owner took the sentence back.')
  await hidden.getByRole('button', { name: 'Restore it' }).dblclick()
  await hidden.getByText('Restored: it stands where it stood.').waitFor()
  expect(await statusOf(path)).toBe(200)
  expect(await (await fetch(`${browser.base}/missions`)).text()).toContain(title)

  await page.goto(path)
  const history = part(page, 'History')
  await history.getByText('It asks people for a secret.', { exact: true }).waitFor()
  await history.getByText('The owner took the sentence back.', { exact: true }).waitFor()
})

test('a moderator dismisses a report, and whoever reported it is told why', async () => {
  const title = 'Which heron should be painted on the shed?'
  const { id } = await openChallenge(await owner(), { title })
  const account = freshAccount()
  const reader = await signIn(browser.base, account)
  await reader.post('/api/moderation/reports', {
    recordType: 'challenge',
    recordId: id,
    reason: 'I do not like herons.',
  })
  const { page } = await openAs(browser, '/moderation', adminAccount())
  const report = entry(page, 'Reports', title)
  await report.getByRole('button', { name: /^Dismiss the report/ }).click()
  await report.getByLabel('Why does it stay?').fill('Herons are welcome here.')
  await report.getByRole('button', { name: 'Dismiss the report', exact: true }).last().click()
  await report.getByText('Dismissed. Whoever reported it is told why.').waitFor()
  await report.getByText('Dismissed', { exact: true }).waitFor()
  expect(await statusOf(`/challenges/${id}`)).toBe(200)
  const { notifications } = (await reader.get('/api/v1/notifications')).body
  expect(notifications[0].body).toContain('Herons are welcome here.')
  await page.reload()
  await part(page, 'Reports').getByRole('button', { name: 'Refresh' }).waitFor()
  await expect.poll(() => part(page, 'Reports').textContent()).not.toContain('on its way')
  expect(await part(page, 'Reports').textContent()).not.toContain(title)
})

test('a moderator hides a response link on its challenge, and the side takes another one there', async () => {
  const { id, submissions } = await openChallenge(await owner(), { title: 'Which duck leads the parade?' })
  const { page } = await openAs(browser, `/challenges/${id}`, adminAccount())
  const plate = page.locator(`#submission-${submissions.A.id}`)
  await plate.getByRole('button', { name: 'Hide the response of side A' }).click()
  await plate.getByLabel('Why is it hidden?').fill('The link leads to an advertisement.')
  await plate.getByRole('button', { name: 'Hide it' }).click()
  await plate.getByText('Hidden: its address is withheld everywhere').waitFor()
  const hidden = await openAs(browser, '/moderation', adminAccount())
  const restored = entry(hidden.page, 'Hidden records', 'Which duck leads the parade?')
  await restored.getByText('Response link on').waitFor()
  expect(await (await fetch(`${browser.base}/challenges/${id}`)).text()).not.toContain(submissions.A.url)

  const { page: other } = await openAs(browser, `/challenges/${id}`)
  await other.getByText('No response link yet.').waitFor()
  await other.getByRole('radio', { name: /The short one/ }).check()
  await fill(other, { 'Address of the response': 'https://example.org/another' })
  await press(other, 'Record this link')
  await told(other, 'The response link is recorded.')
})

test('a moderator hides a proof beside the proof, and the rest of its mission stays', async () => {
  const contributor = await owner()
  const { mission, proof } = await provenMission(await owner(), contributor, { title: 'Count the swans' })
  const { page } = await openAs(browser, `/missions/${mission.id}`, adminAccount())
  const card = page.locator(`#proof-${proof.id}`)
  await card.getByRole('button', { name: 'Hide proof 1' }).click()
  await card.getByLabel('Why is it hidden?').fill('The link leads to an advertisement.')
  await card.getByRole('button', { name: 'Hide it' }).click()
  await card.getByText('Hidden: it is on no page').waitFor()
  await card.getByRole('link', { name: 'See what is hidden' }).click()
  await page.waitForURL('**/moderation#hidden')
  await entry(page, 'Hidden records', 'Count the swans').getByText('The link leads to an advertisement.').waitFor()
  await entry(page, 'Hidden records', 'Count the swans')
    .getByRole('link', { name: 'Read what it was a part of' })
    .click()
  await page.waitForURL(`**/missions/${mission.id}`)
  await page.getByRole('heading', { name: 'Count the swans', level: 1 }).waitFor()
  expect(await page.locator(`#proof-${proof.id}`).count()).toBe(0)
})

test('a moderator hides the reason of a release in the history, and the release stays', async () => {
  const contributor = await signIn(browser.base)
  const { id } = await claimedMission(await owner(), contributor, { title: 'Where does the goose sleep?' })
  const reason = 'The owner is a goose.'
  expect((await contributor.post(`/api/v1/missions/${id}/release`, { reason })).status).toBe(201)
  const { page } = await openAs(browser, `/missions/${id}`, adminAccount())
  const history = part(page, 'History')
  await history.getByText(reason, { exact: true }).waitFor()
  await history.getByRole('button', { name: 'Hide the reason of this release' }).click()
  await history.getByLabel('Why is it hidden?').fill('It insults somebody.')
  await history.getByRole('button', { name: 'Hide it' }).dblclick()
  await history.getByText('Hidden: the reason is withheld').waitFor()
  await page.reload()
  await history.getByText('Claim released').waitFor()
  expect(await page.locator('main').textContent()).not.toContain(reason)
})

test('every part of a mission has its own quiet way to the moderators, by keyboard too', async () => {
  const verifier = await signIn(browser.base, verifierAccount())
  const { id } = await fullProject(await owner(), await owner(), verifier)
  const { page } = await openAs(browser, `/missions/${id}`)
  const abouts = ['this mission', 'commitment 1', 'funding record 1', 'decision 1', 'decision 2', 'evidence 1']
  for (const about of abouts) await page.getByRole('button', { name: `Report ${about}`, exact: true }).waitFor()

  const button = page.getByRole('button', { name: 'Report commitment 1' })
  await button.focus()
  await page.keyboard.press('Enter')
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await page.getByLabel(/^What should a moderator look at/).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nobody has two free Saturdays.')
  expect(await page.getByLabel(/^What should a moderator look at/).inputValue()).toBe('Nobody has two free Saturdays.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await told(page, 'The moderators are told.')

  const { reports } = (await admin.get('/api/moderation/reports?state=open')).body
  expect(reports[0]).toMatchObject({
    recordType: 'commitment',
    missionId: id,
    reason: 'Nobody has two free Saturdays.',
  })
})

test('who is no moderator reads what the page is, and that they have no role', async () => {
  const title = 'Paint the swans black'
  const { id } = await seedMission(await owner(), { title })
  await reported('mission', id, 'It harms swans.')
  const stranger = await browser.open({ path: '/moderation' })
  const about = (page: Page) => part(page, 'Reports and hidden records')
  await about(stranger.page).getByText('Hiding deletes nothing').waitFor()
  await about(stranger.page).getByRole('button', { name: 'Sign in as a moderator' }).waitFor()
  expect(await stranger.page.locator('main').textContent()).not.toContain(title)

  const { page } = await openAs(browser, '/moderation')
  await about(page).getByText('is not on the list of moderators').waitFor()
  expect(await page.locator('main').textContent()).not.toContain(title)
  expect(await part(page, 'Reports').count()).toBe(0)
})

test('on a phone, in both themes: axe finds nothing where a moderator acts', async () => {
  const { id } = await seedMission(await owner(), { title: `A name without an end ${'and more '.repeat(12)}` })
  await reported('mission', id, 'W'.repeat(300))
  const { page, goto } = await openAs(browser, '/moderation', adminAccount(), { viewport: PHONE })
  await part(page, 'Reports')
    .getByRole('button', { name: /^Hide the record/ })
    .first()
    .click()
  await part(page, 'Reports').getByLabel('Why is it hidden?').waitFor()
  await expectAccessible(page)
  await goto(`/missions/${id}`)
  await press(page, 'Hide this mission')
  await page.getByLabel('Why is it hidden?').waitFor()
  await expectAccessible(page)
})

test('a moderator on a phone is led to the very part that was reported', async () => {
  const { id } = await seedMission(await owner(), { title: 'Helped in the dark' })
  const { body } = await (await owner()).post(`/api/projects/${id}/commitments`, {
    kind: 'work',
    description: 'I help.',
  })
  await reported('commitment', body.commitment.id, 'Nobody knows them.')
  const { page } = await openAs(browser, '/moderation', adminAccount(), { viewport: PHONE })
  await entry(page, 'Reports', 'Nobody knows them.').getByRole('link', { name: 'Read it where it stands' }).click()
  await page.waitForURL(`**/missions/${id}#commitment-${body.commitment.id}`)
  await page.getByText('I help.').waitFor()
})
