import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { findings } from '@/tests/support/axe'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { DESKTOP, type PageSettings, PHONE, testBrowser } from '@/tests/support/pages'
import { fill, press, told } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'
import { signButton, signInByClicks, walletButton, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { claimedMission, proofBody } from '@/tests/support/story'
import { fileBody, samples, sendUpload, sha256 } from '@/tests/support/upload'

const LARGE = Buffer.concat([samples['image/png'](), Buffer.alloc(3_000_000, 7)])
/** Slow enough that the middle of an upload can be seen. */
const SLOW_BYTES_PER_SECOND = 1_500_000

const browser = testBrowser()
let contributor: Actor
let mission: Json
let proof: Json

beforeAll(async () => {
  const owner = await signIn(browser.base)
  contributor = await signIn(browser.base)
  mission = await claimedMission(owner, contributor)
  proof = (await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody)).body.proof
})

const path = () => `/missions/${mission.id}`
const png = (buffer: Buffer, name = 'photo.png') => ({ name, mimeType: 'image/png', buffer })
const filesNow = async (): Promise<Json[]> =>
  (await (await fetch(`${browser.base}/api/v1/missions/${mission.id}/files`)).json()).files

/** The contributor at the form for files. */
async function atForm(settings: PageSettings = {}) {
  const opened = await browser.open({ path: path(), wallets: [{ accounts: [contributor.account] }], ...settings })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(opened.page, wallet)
  await press(opened.page, 'Add a file as evidence')
  return opened
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: SLOW_BYTES_PER_SECOND,
  })
}

/** Every state of the progress bar, from when it appears until it is gone. */
async function progressSeen(page: Page): Promise<number[]> {
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await bar.waitFor()
  const valuesNow = () => bar.evaluateAll((bars: HTMLProgressElement[]) => bars.map(({ value }) => value))
  const seen = new Set<number>()
  for (let values = await valuesNow(); values.length > 0; values = await valuesNow()) {
    for (const value of values) seen.add(value)
  }
  return [...seen]
}

test.for([
  { name: 'phone', viewport: PHONE },
  { name: 'desk', viewport: DESKTOP },
])('a file is added on a $name, with progress shown, and downloaded again', async ({ name, viewport }) => {
  const bytes = Buffer.concat([LARGE, Buffer.from(name)])
  const { page } = await atForm({ viewport })
  await slowDown(page)
  await page.getByLabel('File', { exact: true }).setInputFiles(png(bytes, 'my holiday "photo".png'))
  await page.getByText('2.86 MB', { exact: true }).waitFor()
  await page.getByRole('radio', { name: /^Proof 1/ }).check()
  await press(page, 'Add this file')
  expect((await progressSeen(page)).filter((value) => value > 0 && value < 1).length).toBeGreaterThan(2)
  await told(page, 'The file is recorded')

  const entry = page.locator('li[id^="file-"]').filter({ hasText: sha256(bytes) })
  await entry.waitFor({ state: 'attached' })
  await page.getByRole('status').getByRole('link', { name: 'See it' }).click()
  await entry.waitFor()
  expect(await entry.textContent()).toContain('PNG image, 2.86 MB')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    entry.getByRole('link', { name: 'Download' }).click(),
  ])
  const [file] = (await filesNow()).filter((one) => one.sha256 === sha256(bytes))
  expect([download.suggestedFilename(), file.proofId]).toEqual([`evidence-${file.id}.png`, proof.id])
  expect(sha256(await readFile(await download.path()))).toBe(sha256(bytes))
  expect(new URL(page.url()).pathname).toBe(path())
})

test('what is wrong with a file stands at its field, and another one is sent after it', async () => {
  const before = (await filesNow()).length
  const { page } = await atForm()
  const field = page.getByLabel('File', { exact: true })
  const faultAt = async () => {
    const described = (await field.getAttribute('aria-describedby')) ?? ''
    const words = await Promise.all(described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
    return words.join(' ')
  }
  await press(page, 'Add this file')
  await expect.poll(faultAt).toContain('Choose a file.')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)

  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await field.setInputFiles(png(Buffer.alloc(5 * 1024 * 1024 + 1)))
  await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
  await press(page, 'Add this file')
  await expect.poll(faultAt).toContain('This file is larger than 5 MB.')

  await field.setInputFiles({ name: 'data.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0]) })
  await press(page, 'Add this file')
  await expect.poll(faultAt).toContain('This file is neither a PNG, JPEG, WEBP or PDF file nor plain text')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(sent).not.toContain('POST')
  expect((await filesNow()).length).toBe(before)

  await field.setInputFiles({ name: 'data.txt', mimeType: 'text/plain', buffer: Buffer.from('Now it is text.') })
  await press(page, 'Add this file')
  await told(page, 'The file is recorded')
  expect((await filesNow()).length).toBe(before + 1)
})

test('an upload can be stopped, and leaves nothing', async () => {
  const before = (await filesNow()).length
  const { page } = await atForm()
  await slowDown(page)
  await page.getByLabel('File', { exact: true }).setInputFiles(png(Buffer.concat([LARGE, Buffer.from('stopped')])))
  await press(page, 'Add this file')
  await press(page, 'Stop')
  await page.getByText('You stopped the upload.').waitFor()
  expect((await filesNow()).length).toBe(before)
  await page.getByRole('button', { name: 'Add this file' }).waitFor()
})

test('an answer that was lost is asked for again, and the file is added once', async () => {
  const before = (await filesNow()).length
  const { page, expectFault } = await atForm()
  expectFault(/ERR_FAILED|Failed to load/)
  let lost = false
  await page.route('**/files', async (route) => {
    if (route.request().method() !== 'POST' || lost) return route.continue()
    lost = true
    await route.fetch()
    return route.abort()
  })
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(png(Buffer.concat([samples['image/png'](), Buffer.from('once')])))
  await press(page, 'Add this file')
  await page.getByText('The service cannot be reached.').waitFor()
  await press(page, 'Add this file')
  await told(page, 'The file is recorded')
  expect((await filesNow()).length).toBe(before + 1)
})

test.for([
  { what: 'with a file', files: [png(samples['image/png'](), 'page.png')], ends: 'Its file is there.' },
  { what: 'without a file', files: [], ends: '' },
])(
  'a session that was over loses nothing of a proof $what: after the sign-in it is recorded, and said',
  async ({ files, ends }) => {
    const account = freshAccount()
    const { id } = await claimedMission(await signIn(browser.base), await signIn(browser.base, account))
    const { page, context } = await openAs(browser, `/missions/${id}`, account)
    await fill(page, { Address: 'https://example.org/a-page', 'What was done': 'It is up.' })
    await page.getByLabel(/^Files that show it/).setInputFiles(files)
    await context.clearCookies()
    await press(page, 'Submit this proof')
    await walletDialog(page).getByText('Your session is over').waitFor()
    await signButton(page).click()
    await told(page, `Your proof is recorded, and waits for a verifier. ${ends}`.trim())
    expect(await page.getByText('Your draft from before is here again.').count()).toBe(0)
    const { proofs } = (await (await fetch(`${browser.base}/api/v1/missions/${id}`)).json()).mission
    expect(proofs.map((one: Json) => one.files.length)).toEqual([files.length])
  },
)

test('who leaves the sign-in after the session was over keeps the form with its words, is told why nothing was sent, and can send them', async () => {
  const account = freshAccount()
  const { id } = await claimedMission(await signIn(browser.base), await signIn(browser.base, account))
  const { page, context } = await openAs(browser, `/missions/${id}`, account)
  await fill(page, { Address: 'https://example.org/a-page', 'What was done': 'It is up.' })
  await context.clearCookies()
  await press(page, 'Submit this proof')
  await walletDialog(page).getByText('Your session is over').waitFor()
  await press(page, 'Not now')
  await told(page, 'Your session is over, so nothing was sent.')
  await walletButton(page).getByText('Connect').waitFor()
  expect(await page.getByLabel('What was done').inputValue()).toBe('It is up.')
  await press(page, 'Submit this proof')
  await signButton(page).click()
  await told(page, 'Your proof is recorded, and waits for a verifier.')
})

test('without scripts the hashes stand there, and a link leads to the bytes as an attachment', async () => {
  const bytes = Buffer.from('Not a page: <script>alert("never run")</script>')
  await sendUpload(browser.base, contributor, mission.id, fileBody(bytes))
  const [file] = (await filesNow()).filter((one) => one.sha256 === sha256(bytes))
  const page = async () => (await fetch(`${browser.base}${path()}`)).text()
  await expect.poll(page).toContain(file.sha256)
  const html = await page()
  const href = `${path()}/files/${file.id}`
  expect(html).toContain(`href="${href}"`)
  expect(html).not.toContain('signature=')

  const led = await fetch(`${browser.base}${href}`, { redirect: 'manual' })
  expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'no-store'])
  const answer = await fetch(led.headers.get('location') ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(await answer.text()).toBe(bytes.toString())
  for (const id of ['nothing', '01900000-0000-7000-8000-000000000000'])
    expect((await fetch(`${browser.base}${path()}/files/${id}`, { redirect: 'manual' })).status).toBe(404)
})

test('no address calls a file the evidence of a mission that does not have it', async () => {
  const bytes = Buffer.from('Of this mission alone.')
  await sendUpload(browser.base, contributor, mission.id, fileBody(bytes))
  const [file] = (await filesNow()).filter((one) => one.sha256 === sha256(bytes))
  const other = await claimedMission(await signIn(browser.base), await signIn(browser.base))
  const statusAt = async (id: string) =>
    (await fetch(`${browser.base}/missions/${id}/files/${file.id}`, { redirect: 'manual' })).status
  expect([await statusAt(mission.id), await statusAt(other.id), await statusAt('nothing')]).toEqual([302, 404, 404])
})

test.for([
  { colorScheme: 'light', viewport: PHONE },
  { colorScheme: 'dark', viewport: DESKTOP },
] as const)('axe finds nothing in the gallery and the form, $colorScheme', async (look) => {
  const { page } = await atForm(look)
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'x', mimeType: 'x/y', buffer: Buffer.from([0xff]) })
  await press(page, 'Add this file')
  await page.getByText('This file is neither a PNG, JPEG, WEBP or PDF file').first().waitFor()
  expect(await findings(page, 'refused')).toEqual([])
  await slowDown(page)
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(png(Buffer.concat([LARGE, Buffer.from(look.colorScheme)])))
  await press(page, 'Add this file')
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
  expect(await findings(page, 'sending')).toEqual([])
})
