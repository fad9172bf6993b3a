import type { Route } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, overflow } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { createHold } from '@/tests/support/hold'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { fill, press, told } from '@/tests/support/pages-acts'
import { signButton, signInByClicks, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { verifierAccount } from '@/tests/support/shared-service'
import { bothLinks, draftChallenge, provenMission } from '@/tests/support/story'

// What the sheet of a signature says first, and where its reader is when it has closed.

const browser = testBrowser()
let owner: Actor
beforeAll(async () => {
  owner = await signIn(browser.base)
})

async function openAs(path: string, account = freshAccount()) {
  const opened = await browser.open({ path, wallets: [{ accounts: [account] }], viewport: PHONE })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(opened.page, wallet)
  return { ...opened, wallet }
}

test('says in a sentence what is signed, then the whole text; closed, it leaves its reader at what changed', async () => {
  const { mission, proof } = await provenMission(owner, await signIn(browser.base), { title: 'A shelf of <tools>' })
  const { page, wallet } = await openAs(`/missions/${mission.id}`, verifierAccount())
  await page.getByRole('radio', { name: 'Approve' }).check()
  await fill(page, { Why: 'It hangs straight,\nand "holds".' })
  await press(page, 'Continue to signing')
  const dialog = walletDialog(page)
  await dialog.getByText('You approve The page is public for A shelf of <tools>, because:').waitFor()
  const words = dialog.getByRole('blockquote').getByRole('paragraph')
  expect(await words.innerText()).toBe('It hangs straight,\nand "holds".')
  const text = dialog.getByRole('region', { name: 'The exact text' })
  expect(await text.evaluate((box) => getComputedStyle(box).borderTopWidth)).toBe('1px')
  await expectAccessible(page)
  await signButton(page).click()
  await dialog.getByText('Your signed verdict is recorded.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const changed = page.locator(`[id="proof-${proof.id}"]`)
  await expect.poll(() => changed.evaluate((place) => place === document.activeElement)).toBe(true)
  expect(await changed.evaluate((place) => place.getBoundingClientRect().top < innerHeight)).toBe(true)
  expect(wallet.signed.at(-1)).toContain('Verdict: approve')
})

test('tells what came of it where its reader sees it, though they had read on to the end of the text', async () => {
  const { mission } = await provenMission(owner, await signIn(browser.base))
  const { page, wallet } = await openAs(`/missions/${mission.id}`, verifierAccount())
  await page.getByRole('radio', { name: 'Approve' }).check()
  await fill(page, { Why: 'It hangs straight. '.repeat(20) })
  await press(page, 'Continue to signing')
  const text = walletDialog(page).getByRole('region', { name: 'The exact text' })
  await text.evaluate((box) => box.scrollIntoView({ block: 'end' }))
  wallet.next = 'reject'
  await signButton(page).click()
  const note = walletDialog(page).getByText('You declined in the wallet.')
  await note.waitFor()
  // Not in the colours of a success.
  expect(await note.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  const isSeen = () =>
    note.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 1, top + 1))
    })
  await expect.poll(isSeen).toBe(true)
})

test.for([320, 390])('one long word of a title widens neither the sheet nor the page, %d px wide', async (width) => {
  const title = 'Rindfleischetikettierung'.repeat(5)
  const { mission } = await provenMission(owner, await signIn(browser.base), {
    title,
    milestones: [{ title: title.toUpperCase(), required: true }],
  })
  const { page } = await openAs(`/missions/${mission.id}`, verifierAccount())
  await page.setViewportSize({ width, height: 740 })
  await page.getByRole('radio', { name: 'Approve' }).check()
  await fill(page, { Why: title })
  await press(page, 'Continue to signing')
  const dialog = walletDialog(page)
  await dialog.getByText(title).first().waitFor()
  const tooWide = () =>
    dialog.evaluate((sheet) => [sheet, ...sheet.querySelectorAll('*')].filter((e) => e.scrollWidth > innerWidth).length)
  expect(await tooWide()).toBe(0)
  await signButton(page).click()
  await dialog.getByText('is recorded.').first().waitFor()
  expect([await tooWide(), await overflow(page)]).toEqual([0, 0])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await overflow(page)).toBe(0)
})

test('of a sign-in it says who signs in where, and closes by itself', async () => {
  const account = freshAccount()
  const { page } = await browser.open({ wallets: [{ accounts: [account] }] })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Connect/ })
    .click()
  const dialog = walletDialog(page)
  await dialog.getByText(`You sign in to ${new URL(browser.base).host} as`).waitFor()
  await signButton(page).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.closest('header') !== null)).toBe(true)
})

test('the side that is left is chosen already', async () => {
  const { id } = await draftChallenge(owner, { submissions: bothLinks.slice(0, 1) })
  const { page } = await openAs(`/challenges/${id}`)
  await fill(page, { 'Address of the response': 'https://example.org/b' })
  await press(page, 'Record this link')
  await told(page, 'The response link is recorded.')
  await page.getByText('is the one that recorded side B’s link here.').waitFor()
})

/** A verifier at the sheet of their verdict, and the address that the signature is sent to. */
async function openVerdict() {
  const account = verifierAccount()
  const { mission, proof } = await provenMission(owner, await signIn(browser.base))
  const opened = await openAs(`/missions/${mission.id}`, account)
  await opened.page.getByRole('radio', { name: 'Approve' }).check()
  await fill(opened.page, { Why: 'It hangs straight.' })
  await press(opened.page, 'Continue to signing')
  await signButton(opened.page).waitFor()
  return { ...opened, account, proof, reviewed: `**/api/v1/proof/${proof.id}/review` }
}
/** A signature is sent so many times before its reader is told. */
const ATTEMPTS = { times: 3 }

test('a signature whose answer was lost is sent again, also when the wallet has shown another account since', async () => {
  const { page, wallet, account, reviewed, expectFault } = await openVerdict()
  expectFault(/net::ERR_FAILED/)
  const signedBefore = wallet.signed.length
  const dialog = walletDialog(page)
  await page.route(reviewed, (route) => route.abort(), ATTEMPTS)
  await signButton(page).click()
  await dialog.getByRole('button', { name: 'Try again' }).waitFor()
  const theirs = dialog.getByText(`in ${wallet.name}`)
  await wallet.switchTo(freshAccount())
  await theirs.waitFor({ state: 'hidden' })
  await wallet.switchTo(account)
  await theirs.waitFor()
  await dialog.getByRole('button', { name: /^(Try again|Sign with .*)$/ }).click()
  await dialog.getByText('Your signed verdict is recorded.').waitFor()
  expect(wallet.signed.length - signedBefore).toBe(1)
})

test('what was confirmed in the wallet as its account was switched is sent once they agree, and not before', async () => {
  const { page, wallet, account, proof } = await openVerdict()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/proof/${proof.id}/review`)) sent.push(request.url())
  })
  const signedBefore = wallet.signed.length
  const { held, release } = createHold()
  wallet.hold = held
  await signButton(page).click()
  const dialog = walletDialog(page)
  await dialog.getByText(`Waiting for ${wallet.name}`).waitFor()
  await wallet.switchTo(freshAccount())
  await dialog.getByText('Nothing is sent until they agree').waitFor()
  release()
  await expect.poll(() => wallet.signed.length - signedBefore).toBe(1)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await dialog.getByText('Nothing is sent until they agree').waitFor()
  expect(sent).toEqual([])
  await wallet.switchTo(account)
  await dialog.getByText('Your signed verdict is recorded.').waitFor()
  expect(sent).toHaveLength(1)
  expect(wallet.signed.length - signedBefore).toBe(1)
})

test('who leaves after the answer was lost is not told that nothing was sent, and sees what is recorded', async () => {
  const { page, proof, reviewed, expectFault } = await openVerdict()
  expectFault(/net::ERR_FAILED/)
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(reviewed, lose, ATTEMPTS)
  await signButton(page).click()
  await walletDialog(page).getByRole('button', { name: 'Try again' }).waitFor()
  await press(page, 'Not now')
  await walletDialog(page).waitFor({ state: 'hidden' })
  await page.locator(`[id="proof-${proof.id}"]`).getByText('It hangs straight.').first().waitFor()
  expect(await page.getByText('Nothing was sent.').count()).toBe(0)
})

test('while a signature is recorded the sheet stays: nobody is told that nothing was sent', async () => {
  const { page, reviewed } = await openVerdict()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(reviewed, async (route) => {
    await asked
    await route.continue()
  })
  await signButton(page).click()
  await walletDialog(page).getByText('Recording').first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // The browser tells the page after the key that it closed the dialog.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await walletDialog(page).waitFor()
  expect(await page.getByText('Nothing was sent.').count()).toBe(0)
  answer()
  await walletDialog(page).getByText('Your signed verdict is recorded.').waitFor()
})
