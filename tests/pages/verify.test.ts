import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Histories } from '@/lib/verify/check-histories'
import { watchNetwork } from '@/tests/support/network'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { sharedService } from '@/tests/support/shared-service'
import { makeRecords, type Records } from '@/tests/support/site-pages'

const { base } = sharedService()

const browser = testBrowser()
let records: Records
let file: string

beforeAll(async () => {
  records = await makeRecords()
  file = await (await fetch(`${base}/receipts/${records['receipts']}/receipt.json`)).text()
})

const asFile = (text: string) => ({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(text) })

/** What a page asks for; the tab's icon is the browser's own affair, which it fetches when it likes. */
function listenToRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/icon.svg')) requests.push(request.url())
  })
  return requests
}

/** The page of the checker, ready, without a network from here on, and what it asks for nevertheless. */
async function openOffline(viewport?: { width: number; height: number }) {
  const { page, context, goto } = await browser.open({ path: 'about:blank', viewport })
  const network = watchNetwork(page)
  await goto('/verify')
  await page.getByText('You may go offline now').waitFor()
  await network.rest()
  const requests = listenToRequests(page)
  await context.setOffline(true)
  return { page, requests, choose: (text: string) => page.locator('input[type=file]').setInputFiles(asFile(text)) }
}

describe('the checker of receipts', () => {
  test('finds that a downloaded receipt holds, offline and without a single request', async () => {
    const { page, requests, choose } = await openOffline()
    await choose(file)
    await page.getByText('Everything that can be checked holds.').waitFor()
    const marks = await page.getByRole('article', { name: 'Result' }).getByText('Holds', { exact: true }).count()
    expect(marks).toBeGreaterThanOrEqual(8)
    expect(requests).toEqual([])
    const focused = await page.evaluate(() => document.activeElement?.textContent)
    expect(focused).toMatch(/^Everything that can be checked holds\.\d+ checks: [^{}]+$/)
  })

  test('says which parts of a changed file do not hold, and why', async () => {
    const { page, choose } = await openOffline(PHONE)
    const changed: { receipt: { statement: string }; history: Histories } = JSON.parse(file)
    changed.receipt.statement = 'Paid in full.'
    Object.assign(changed.history.mission?.[1] ?? {}, { at: '2026-01-01T00:00:00.000Z' })
    await choose(JSON.stringify(changed))
    await page.getByText('It does not hold.').waitFor()
    await page.getByText('The receipt was changed after it was issued.').waitFor()
    await page.getByText('The chain breaks at event 2.').waitFor()
  })

  test('works by keyboard alone, by the text of the file', async () => {
    const { page } = await openOffline()
    await page.getByText('Or paste its text').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('{"no": "receipt"}')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const fault = page.getByText('The pasted text holds no receipt')
    await fault.waitFor()
    expect(await fault.evaluate((words) => document.activeElement?.contains(words))).toBe(true)
    await page.getByLabel('Text of the file').fill(file)
    await page.getByLabel('Text of the file').press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Everything that can be checked holds.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Everything that can be checked/)
  })
})

test('what was given last is shown, also where what was given before takes longer', async () => {
  const { page, choose } = await openOffline()
  await page.evaluate(() => {
    const whole = File.prototype.text
    let isFirst = true
    File.prototype.text = async function text() {
      const text = await whole.call(this)
      if (!isFirst) return text
      isFirst = false
      return new Promise((resolve) => window.addEventListener('read-on', () => resolve(text)))
    }
  })
  await choose('{"no": "receipt"}')
  await page.getByText('Checking …').waitFor()
  await choose(file)
  const holds = page.getByText('Everything that can be checked holds.')
  await holds.waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('read-on')))
  // A third one, so that the first has surely been checked by then: the checker answers in order.
  await choose(file)
  await holds.waitFor()
  expect(await page.getByText('holds no receipt').count()).toBe(0)
})

describe('signatures', () => {
  test('of a receipt’s page are all checked again by itself', async () => {
    const { page } = await browser.open({ path: `/receipts/${records['receipts']}` })
    await page.getByText('Everything that can be checked holds.').waitFor()
    const verdicts = page.getByRole('region', { name: 'Verifier decisions' }).getByRole('article')
    const checked = page.getByText('The signature holds, checked in your browser')
    await verdicts.first().waitFor()
    await expect.poll(() => checked.count()).toBe(await verdicts.count())
    // In a thread of its own, which may send nothing anywhere: not even to this site.
    const [worker, ...others] = page.workers()
    expect([new URL(worker?.url() ?? 'none:').origin, others]).toEqual([browser.base, []])
    const sent = worker?.evaluate(async () => {
      try {
        return (await fetch('/api/health')).status
      } catch {
        return 'blocked'
      }
    })
    expect(await sent).toBe('blocked')
  })

  test('of a mission’s page are checked at a click, and only then is code for it loaded', async () => {
    const { page, goto } = await browser.open({ path: 'about:blank' })
    const network = watchNetwork(page)
    await goto(`/missions/${records['missions']}`)
    await network.rest()
    const requests = listenToRequests(page)
    await page.getByRole('button', { name: 'Check this signature' }).first().click()
    const verdict = page.getByText('The signature holds, checked in your browser')
    await verdict.waitFor()
    // The pressed button is gone, so the focus is on what it found.
    expect(await verdict.evaluate((line) => line === document.activeElement)).toBe(true)
    expect(requests.filter((url) => !url.includes('/_next/static/'))).toEqual([])
    expect(requests.length).toBeGreaterThan(0)
  })
})
