import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { overflow } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { walletButton, walletDialog } from '@/tests/support/pages-steps'
import { openSharedDatabase, sharedService, verifierAccount } from '@/tests/support/shared-service'
import { completedMission } from '@/tests/support/story'

// A receipt leaves the site, and proves itself wherever it arrives.

const { base } = sharedService()
/** Words that would leave their element if anything took them for markup. */
const HOSTILE = '</script></title><img src="https://evil.example/x" onerror="document.title=1"> & "so on"'

const browser = testBrowser()
let folder: string
let id: string
let missionId: string
let owner: Actor
let contributor: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-receipts-'))
  owner = await signIn(base)
  const worker = await signIn(base)
  contributor = worker.address
  const verifier = await signIn(base, verifierAccount())
  const { receipt } = await completedMission(owner, worker, verifier, {
    title: 'A shelf of tools',
    summary: HOSTILE,
    definitionOfDone: HOSTILE,
  })
  id = receipt.id
  missionId = receipt.missionId
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const download = async (name: string) => (await fetch(`${base}/receipts/${id}/${name}`)).text()

/** Opens a saved file as a reader does, with no network at all. */
async function openSaved(html: string) {
  const file = path.join(folder, 'receipt.html')
  writeFileSync(file, html)
  const { page, context } = await browser.open({ path: 'about:blank', viewport: PHONE })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await context.setOffline(true)
  await page.goto(pathToFileURL(file).href)
  return { page, others: () => asked.filter((address) => !address.startsWith('file:')) }
}

test('saved as one file it shows itself and checks itself, offline, whatever words it holds', async () => {
  const { page, others } = await openSaved(await download('receipt.html'))
  const findings = page.locator('#findings')
  await findings.getByText('Everything in it fits together.').waitFor()
  expect(await findings.locator('li.valid').count()).toBeGreaterThanOrEqual(8)
  expect(await findings.locator('li.invalid').count()).toBe(0)
  expect(await page.title()).toBe('Receipt: A shelf of tools')
  expect(await page.getByText(HOSTILE, { exact: true }).count()).toBe(1)
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(others()).toEqual([])
})

test('a saved file in which anything was changed says that it does not hold', async () => {
  const html = await download('receipt.html')
  const whole = /<script type="application\/json" id="file">(.*)<\/script>/.exec(html)?.[1] ?? ''
  const { receipt } = z.object({ receipt: z.object({ statement: z.string() }) }).parse(JSON.parse(whole))
  const { page } = await openSaved(html.replaceAll(JSON.stringify(receipt.statement), '"Paid in full."'))
  await page.locator('#findings').getByText('It does not hold.').waitFor()
  await page.getByText('The receipt was changed after it was issued.').waitFor()
  const { page: cut } = await openSaved(html.replace(whole, whole.slice(0, -20)))
  await cut.getByText('This file holds no whole receipt any more.').waitFor()
})

test('a saved file shows the words that it checks, not others that stand in it', async () => {
  const html = await download('receipt.html')
  const { page } = await openSaved(
    html
      .replace('<h1 id="title">A shelf of tools', '<h1 id="title">A house')
      .replace('<strong id="outcome">', '<strong id="outcome">Not ')
      .replace('<dl id="rows">', '<dl id="rows"><div><dt>Paid</dt><dd>A million</dd></div>'),
  )
  await page.locator('#findings').getByText('Everything in it fits together.').waitFor()
  expect(await page.locator('h1').textContent()).toBe('A shelf of tools')
  expect(await page.locator('#outcome').textContent()).toBe('Completed')
  expect(await page.getByText('A million').count()).toBe(0)
  expect(await page.locator('#rows dt').first().textContent()).toContain('The owner’s statement')
  expect(await page.getByText('Payments recorded beside it (not signed)').count()).toBe(1)
  await page.getByText('To be sure, copy the JSON at its end').waitFor()
})

/** Copies the link that holds the receipt. */
async function copyLink() {
  const opened = await browser.open({ path: `/receipts/${id}` })
  const { page, context } = opened
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The word stands for two seconds and a half, which a busy machine may need to ask for it.
  await Promise.all([
    page.getByRole('button', { name: 'Copied' }).waitFor(),
    page.getByRole('button', { name: 'Copy a link that holds it' }).click(),
  ])
  return { ...opened, link: await page.evaluate(() => navigator.clipboard.readText()) }
}

test('who opens such a link without a wallet and connects keeps the receipt, which no app and no code is given', async () => {
  const { page, goto, link } = await copyLink()
  await goto(link.slice(base.length))
  const holds = page.getByText('Everything that can be checked holds.')
  await holds.waitFor()
  await walletButton(page).click()
  const dialog = walletDialog(page)
  await dialog.getByRole('heading', { name: 'No wallet found' }).waitFor()
  await dialog.getByText('more than a link to an app or a code can carry').waitFor()
  await dialog.getByRole('img', { name: 'The address of this page, as a QR code' }).waitFor()
  const apps = dialog.getByRole('region', { name: 'With a wallet on a phone' }).getByRole('link')
  await apps.first().waitFor()
  for (const app of await apps.all()) expect(await app.getAttribute('href')).not.toContain('receipt')
  await dialog.getByRole('button', { name: 'Go on reading' }).click()
  await holds.waitFor()
})

test('in a link it is read from the fragment, which is sent to nobody', async () => {
  const { page, goto, link } = await copyLink()
  expect(link).toMatch(/\/verify#receipt=[\w-]{1000,}$/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await goto(link.slice(base.length))
  await page.getByText('Everything that can be checked holds.').waitFor()
  await page.getByText('The receipt in this link').waitFor()
  expect(asked.filter((address) => /receipt=|receipt\.json/.test(address.split('#')[0] ?? ''))).toEqual([])
  await page.evaluate(() => {
    location.hash = location.hash.slice(0, -40)
  })
  await page.getByText('This link holds no whole receipt').waitFor()
})

test('its page says what holds, by whom and for whom; on paper it is one page', async () => {
  const { page } = await browser.open({ path: `/receipts/${id}` })
  await page.getByText('Everything that can be checked holds.').waitFor()
  await page.getByRole('img', { name: 'QR code with the link to this receipt' }).waitFor()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
})

test('its page vouches for no payment, and calls no mission completed that was not', async () => {
  const txHash = `0x${'5c'.repeat(32)}`
  const paid = await owner.post(`/api/v1/missions/${missionId}/payment`, { chainId: '1', txHash })
  expect(paid.status, paid.text).toBe(201)
  // What a look at the chain would tell of a payment to somebody else.
  const sql = openSharedDatabase()
  await sql.query(
    `UPDATE "TransactionCheck" SET status = 'confirmed', "paysPayee" = false, "nextCheckAt" = NULL WHERE "txHash" = $1`,
    [txHash],
  )
  await sql.end()
  const { page } = await browser.open({ path: `/receipts/${id}` })
  const payments = page.getByRole('region', { name: 'Payments' })
  await payments.getByText('It did not pay the contributor.').waitFor()
  await payments.getByText('the service holds nothing and vouches for none.').waitFor()
  const text = await page.getByRole('main').textContent()
  expect(text).not.toContain('straight from sponsor to contributor')
  expect(text).not.toContain('Receipt of completion')
})

test('a README shows its badge', async () => {
  const response = await fetch(`${base}/receipts/${id}/badge.svg`)
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(await response.text()).toContain('completed · 1 of 1 verified')
  expect((await fetch(`${base}/receipts/${base64Id(id)}/badge.svg`)).status).toBe(404)
})
const base64Id = (text: string) => text.replace(/.$/, (last) => (last === '0' ? '1' : '0'))

test('the wallet whose work it was has all its receipts checked at once, and the list of receipts has it', async () => {
  const { page, goto } = await browser.open({ path: `/wallets/${contributor}` })
  await page.getByRole('button', { name: 'Check everything' }).click()
  await page.getByText('The one receipt holds.').waitFor()
  await page.getByRole('link', { name: 'A shelf of tools' }).first().waitFor()
  await goto(`/receipts?contributor=${contributor}`)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['A shelf of tools'])
  await page.getByRole('link', { name: 'Abandoned' }).click()
  await page.getByText('No receipt fits.').waitFor()
})

test('on paper whole addresses stand in the place of buttons, and nothing leaves the sheet', async () => {
  const { page } = await browser.open({ path: `/receipts/${id}`, viewport: { width: 680, height: 960 } })
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  const named = main.locator('[data-address] a').filter({ visible: true })
  const addresses = await named.evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content))
  expect(addresses).toEqual(expect.arrayContaining([JSON.stringify(owner.address), JSON.stringify(contributor)]))
  expect(await main.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
