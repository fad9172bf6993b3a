import { expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { openAs } from '@/tests/support/pages-people'
import { freshAccount } from '@/tests/support/pages-wallet'
import { claimedMission } from '@/tests/support/story'

const browser = testBrowser()

test('a wallet makes, renews and revokes the address of its own feeds, one click each', async () => {
  const account = freshAccount()
  const mission = await claimedMission(await signIn(browser.base, account), await signIn(browser.base), {
    title: 'Told in a feed',
  })
  const { page } = await openAs(browser, '/notifications', account, { viewport: PHONE })
  const section = page.getByRole('region', { name: 'In your feed reader and calendar' })
  await section.getByRole('button', { name: 'Make a private address' }).click()
  await section.getByText('Your feeds have a new address.').waitFor()
  const addresses = () => section.getByRole('code').allTextContents()
  await expect.poll(async () => (await addresses()).length).toBe(2)
  await expectAccessible(page)
  const [news = '', deadlines = ''] = await addresses()

  const feed = await fetch(news)
  expect([feed.status, feed.headers.get('cache-control'), feed.headers.get('content-type')]).toEqual([
    200,
    'private, no-cache',
    'application/atom+xml; charset=utf-8',
  ])
  expect(feed.headers.get('access-control-allow-origin')).toBeNull()
  expect(await feed.text()).toContain('Told in a feed')
  // It names its secret address beside titles that others chose: a compressed length would tell of it (BREACH).
  const packing = { headers: { 'accept-encoding': 'br, gzip' } }
  const unpacked = await fetch(news, packing)
  expect(unpacked.headers.get('content-encoding')).toBeNull()
  expect((await unpacked.text()).length).toBeGreaterThan(1_000)
  const searched = await fetch(`${browser.base}/search?q=told`, packing)
  expect(searched.headers.get('content-encoding')).toBe('br')
  const again = await fetch(news, { headers: { 'if-none-match': feed.headers.get('etag') ?? '' } })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
  const calendar = await fetch(deadlines)
  expect([calendar.status, calendar.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await calendar.text()).toContain(`UID:${mission.id}-deadline`)

  await section.getByRole('button', { name: 'Renew the address' }).click()
  await expect.poll(async () => (await addresses())[0] !== news).toBe(true)
  const [renewed = ''] = await addresses()
  expect((await fetch(renewed)).status).toBe(200)
  await section.getByRole('button', { name: 'Revoke it' }).click()
  await section.getByText('Your feeds are gone.').waitFor()
  await expect.poll(addresses).toEqual([])
  const heading = section.getByRole('heading')
  expect(await heading.evaluate((words) => words === document.activeElement), 'the pressed button is gone').toBe(true)

  const never = news.replace(/feeds\/.{43}/, `feeds/${'A'.repeat(43)}`)
  const answer = async (url: string) => {
    const { status, headers, text } = await fetch(url).then(async (one) => ({
      status: one.status,
      headers: one.headers,
      text: await one.text(),
    }))
    return [status, headers.get('cache-control'), headers.get('content-type'), headers.get('x-robots-tag'), text]
  }
  const expected = await answer(never)
  expect(expected[0]).toBe(404)
  for (const dead of [news, renewed, news.replace(/feeds\/.{43}/, 'feeds/x')])
    expect(await answer(dead)).toEqual(expected)
})

test('an address that could not be read is not replaced by a click: one tries to read it again', async () => {
  const { page, expectFault } = await openAs(browser, '/notifications')
  const section = page.getByRole('region', { name: 'In your feed reader and calendar' })
  await section.getByRole('button', { name: 'Make a private address' }).click()
  await section.getByRole('code').first().waitFor()
  const [address] = await section.getByRole('code').allTextContents()

  expectFault(/Failed to load resource/)
  for (const path of ['**/api/v1/private-feed', '**/api/v1/me']) await page.route(path, (route) => route.abort())
  await page.reload()
  await section.getByText('Your addresses could not be read.').waitFor()
  expect(await section.getByRole('button').allTextContents()).toEqual(['Try again'])
  const turns = page.getByRole('region', { name: 'Your turn' })
  await turns.getByRole('button', { name: 'Try again' }).waitFor()
  await expectAccessible(page)
  await page.unrouteAll()
  await section.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect.poll(async () => (await section.getByRole('code').allTextContents())[0]).toBe(address)
  expect(await section.getByRole('heading').evaluate((words) => words === document.activeElement)).toBe(true)
  await turns.getByRole('button', { name: 'Try again' }).click()
  await turns.getByText('Nothing waits for you.').waitFor()
})
