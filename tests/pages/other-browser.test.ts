import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { fill, press, told } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'
import { short, signButton, walletDialog } from '@/tests/support/pages-steps'
import { verifierAccount } from '@/tests/support/shared-service'
import { decisionBody, openChallenge, provenMission } from '@/tests/support/story'
import { fileBody, samples, sendUpload } from '@/tests/support/upload'

// A text that was prepared in one browser is signed in another of the same wallet.

const DAY_SECONDS = 86_400
const DESKTOP = { viewport: { width: 1280, height: 800 } }

const browser = testBrowser()
let owner: Actor
let contributor: Actor
beforeAll(async () => {
  owner = await signIn(browser.base)
  contributor = await signIn(browser.base)
})

/** For screen readers the button says what it signs. */
const lookAndSign = (title: string) => ({ name: new RegExp(`^Look and sign.*${title}$`) })

const titled = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`

/** A verifier at a wide screen, with the exact text of an approval before them. */
async function prepared(title: string) {
  const { mission, proof } = await provenMission(owner, contributor, { title })
  const desktop = await openAs(browser, `/missions/${mission.id}`, verifierAccount(), DESKTOP)
  await prepareApproval(desktop.page)
  return { desktop, mission, proof }
}

async function prepareApproval(page: Page) {
  await page.getByRole('radio', { name: 'Approve' }).check()
  await fill(page, { Why: 'It is there.' })
  await press(page, 'Continue to signing')
  await signButton(page).waitFor()
}

test('the code of a wide screen leads the same wallet to the text; signed there, it is told here, and what was typed is no draft', async () => {
  const title = titled('Signed on the phone')
  const { desktop } = await prepared(title)
  const sheet = walletDialog(desktop.page)
  await sheet.getByText('Sign on your phone instead').click()
  await sheet.getByRole('img', { name: 'The address of what waits for your signature, as a QR code' }).waitFor()
  await sheet.getByText(short(verifierAccount().address)).last().waitFor()
  await expectAccessible(desktop.page)

  const phone = await openAs(browser, '/me#signatures', verifierAccount(), { viewport: PHONE })
  const waiting = phone.page.getByRole('region', { name: 'Waiting for your signature' })
  const button = waiting.getByRole('button', lookAndSign(title))
  await button.waitFor()
  await expectAccessible(phone.page)
  await button.click()
  await walletDialog(phone.page).getByText(`You approve The page is public for ${title}, because:`).waitFor()
  expect(await walletDialog(phone.page).getByText('Sign on your phone instead').isVisible()).toBe(false)
  await signButton(phone.page).click()
  await walletDialog(phone.page).getByText(`Your signed verdict on “${title}” is recorded.`).waitFor()
  await walletDialog(phone.page).getByRole('button', { name: 'Close' }).last().click()
  await button.waitFor({ state: 'detached' })
  // Nothing on this page shows the result, and the pressed button is gone.
  await expect.poll(() => phone.page.evaluate(() => document.activeElement?.matches('main h1, main h2'))).toBe(true)

  await sheet.getByText('You signed it in another browser, and it is recorded.').waitFor()
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await told(desktop.page, 'You signed it in another browser, and it is recorded.')
  await expect.poll(() => desktop.page.getByText('Your turn:').count()).toBe(0)
  await desktop.page.goto('/me')
  await desktop.page.getByText('No drafts.').waitFor()
  expect(desktop.wallet.signed.some((text) => text.includes('Verdict:'))).toBe(false)
})

test('a sheet that was left is found again on one’s own page; a text that ran out is prepared once more with its words', async () => {
  const title = titled('Left for later')
  const { desktop } = await prepared(title)
  await press(desktop.page, 'Not now')
  await desktop.page.clock.install()
  await desktop.page.goto('/me')
  await desktop.page.getByRole('button', lookAndSign(title)).click()
  await signButton(desktop.page).waitFor()
  const asked = desktop.wallet.calls.length
  // By itself: whoever comes back to a phone that slept does not open the wallet in vain.
  await desktop.page.clock.fastForward('11:00')
  const sheet = walletDialog(desktop.page)
  await sheet.getByText('This request expired').waitFor()
  expect([await signButton(desktop.page).count(), desktop.wallet.calls.length]).toEqual([0, asked])
  await press(desktop.page, 'Prepare it again')
  await signButton(desktop.page).click()
  await sheet.getByText(`Your signed verdict on “${title}” is recorded.`).waitFor()
  expect(desktop.wallet.signed.at(-1)).toContain('Reason: "It is there."')
})

test('what was signed on the phone while this browser slept is told here, although its text has run out', async () => {
  const title = titled('Signed while it slept')
  const { mission } = await provenMission(owner, contributor, { title })
  const desktop = await openAs(browser, `/missions/${mission.id}`, verifierAccount(), DESKTOP)
  desktop.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await desktop.page.clock.install()
  await desktop.page.reload()
  await prepareApproval(desktop.page)
  const sheet = walletDialog(desktop.page)
  await sheet.getByText('Sign on your phone instead').click()
  await sheet.getByRole('img', { name: 'The address of what waits for your signature, as a QR code' }).waitFor()
  await desktop.context.setOffline(true)

  const phone = await openAs(browser, '/me#signatures', verifierAccount(), { viewport: PHONE })
  await phone.page.getByRole('button', lookAndSign(title)).click()
  await signButton(phone.page).click()
  await walletDialog(phone.page).getByText(`Your signed verdict on “${title}” is recorded.`).waitFor()

  await desktop.page.clock.fastForward('11:00')
  await sheet.getByText('This request expired').waitFor()
  await desktop.context.setOffline(false)
  await sheet.getByText('You signed it in another browser, and it is recorded.').waitFor()
})

test('a text is offered once, however often its button was pressed', async () => {
  const title = titled('Pressed twice')
  const { desktop } = await prepared(title)
  await press(desktop.page, 'Not now')
  await desktop.page.goto('/me')
  await desktop.page.getByRole('button', lookAndSign(title)).dblclick()
  await signButton(desktop.page).waitFor()
  await press(desktop.page, 'Not now')
  await signButton(desktop.page).waitFor({ state: 'detached' })
  await expect
    .poll(() => desktop.page.getByRole('button', lookAndSign(title)).getAttribute('aria-busy'))
    .not.toBe('true')
  expect(await walletDialog(desktop.page).count()).toBe(0)
})

test('a text that ran out is not prepared once more for a proof that has got another file meanwhile', async () => {
  const title = titled('One more file')
  const { desktop, mission, proof } = await prepared(title)
  await press(desktop.page, 'Not now')
  await desktop.page.clock.install()
  await desktop.page.goto('/me')
  await desktop.page.getByRole('button', lookAndSign(title)).click()
  await signButton(desktop.page).waitFor()
  await sendUpload(browser.base, contributor, mission.id, fileBody(samples['image/png'](title), proof.id))
  await desktop.page.clock.fastForward('11:00')
  await press(desktop.page, 'Prepare it again')
  const sheet = walletDialog(desktop.page)
  await sheet.getByText('It has changed since you read it.').waitFor()
  expect(await signButton(desktop.page).count()).toBe(0)
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await desktop.page.getByRole('main').getByText('It has changed since you read it.').waitFor()
  expect(desktop.wallet.signed.some((text) => text.includes('Verdict:'))).toBe(false)
})

test('a decision that was prepared elsewhere is signed as well', async () => {
  const title = titled('Decided')
  const { id } = await openChallenge(owner, { title })
  browser.setClock(2 * DAY_SECONDS)
  expect((await owner.post(`/api/v1/challenges/${id}/decision`, decisionBody)).status).toBe(201)
  const account = verifierAccount()
  const elsewhere = await signIn(browser.base, account)
  const body = { verdict: 'reject', explanation: 'The post says otherwise.' }
  expect((await elsewhere.post(`/api/v1/challenges/${id}/verify-decision`, body)).status).toBe(200)
  const { page } = await openAs(browser, '/me', account, { viewport: PHONE })
  await page.getByRole('button', lookAndSign(title)).click()
  await signButton(page).click()
  await walletDialog(page).getByText(`Your signed verdict on “${title}” is recorded.`).waitFor()
})
