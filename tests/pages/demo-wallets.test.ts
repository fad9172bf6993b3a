import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { demoAddressFile } from '@/server/demo-access'
import { testBrowser } from '@/tests/support/pages'
import { freePort, startService } from '@/tests/support/pages-service'
import { chooseWallet, sessionOf, signButton, walletButton, walletDialog } from '@/tests/support/pages-steps'
import { CONNECTING } from '@/tests/support/pages-wallet'
import { bundledService } from '@/tests/support/script'
import { besideSharedService, sharedService } from '@/tests/support/shared-service'

const PATH = '/demo-wallets.json'

const browser = testBrowser()

interface Reply {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

interface Sent {
  readonly path?: string
  readonly headers?: Record<string, string>
  /** Makes it a POST of JSON. */
  readonly token?: string
}

/** Not `fetch`, which sets some of the headers that matter here by itself. */
function ask(base: string, { path: target = PATH, headers = {}, token }: Sent = {}): Promise<Reply> {
  const json: Record<string, string> = token === undefined ? {} : { 'content-type': 'application/json' }
  const body = token === undefined ? '' : JSON.stringify({ token })
  const method = token === undefined ? 'GET' : 'POST'
  const length: Record<string, string> = body === '' ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${base}${target}`,
      { method, headers: { ...json, ...length, ...headers } },
      (reply) => {
        let text = ''
        reply.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8')
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const address = () => readFileSync(demoAddressFile(sharedService().dataDir), 'utf8').trim()
const newestToken = () => new URL(address()).hash.slice(1)

/** Opens the one-time address as a browser does. @returns the cookie as it is sent back. */
async function openedCookie(): Promise<string> {
  const reply = await ask(browser.base, { token: newestToken(), headers: { origin: browser.base } })
  expect(reply.status, reply.text).toBe(204)
  return reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

function demoKeys(): { readonly verifier: `0x${string}` } {
  return JSON.parse(readFileSync(path.join(sharedService().dataDir, 'demo-wallets.json'), 'utf8'))
}

test('in the embedded default a newcomer signs in with a demo wallet, which asks before it signs', async () => {
  const { page } = await browser.open({ demoWallets: 'opened' })
  await walletButton(page).click()
  await walletDialog(page).getByRole('listitem').first().waitFor()
  expect(await walletDialog(page).getByRole('listitem').allTextContents()).toEqual([
    'Demo owner',
    'Demo contributor',
    'Demo verifier',
    'Demo moderator',
  ])
  await walletDialog(page).getByRole('button', { name: 'Demo verifier' }).click()
  await signButton(page).click()
  const wallet = page.getByRole('dialog', { name: 'Demo wallet: sign this message?' })
  await wallet.getByRole('button', { name: 'Reject' }).click()
  await walletDialog(page).getByText('You declined in the wallet').waitFor()
  await signButton(page).click()
  await wallet.getByRole('button', { name: 'Sign' }).click()
  await walletDialog(page).waitFor({ state: 'hidden' })
  expect(await sessionOf(page)).toBe(privateKeyToAddress(demoKeys().verifier))
  await page.keyboard.press('Escape')
  await walletButton(page).click()
  await page.getByRole('navigation', { name: 'Your wallet' }).getByRole('link', { name: 'Review' }).waitFor()
})

test('a demo wallet stays connected over a reload, and signs texts only', async () => {
  const { page } = await browser.open({ demoWallets: 'opened' })
  await chooseWallet(page, 'Demo owner')
  await signButton(page).waitFor()
  await page.reload()
  await walletButton(page).click()
  await signButton(page).waitFor()
  const refused = await page.evaluate(async () => {
    const found: { request(call: object): Promise<unknown> }[] = []
    const keep = (event: Event) => {
      if (event instanceof CustomEvent && event.detail.info.name === 'Demo owner') found.push(event.detail.provider)
    }
    addEventListener('eip6963:announceProvider', keep)
    dispatchEvent(new Event('eip6963:requestProvider'))
    const codes = ['eth_sendTransaction', 'wallet_switchEthereumChain', 'eth_sign', 'eth_signTypedData_v4'].map(
      (method) => found[0]?.request({ method, params: [] }).catch((fault: { code: number }) => fault.code),
    )
    return Promise.all(codes)
  })
  expect(refused).toEqual([4200, 4200, 4200, 4200])
})

test('the address that the terminal printed is gone from the browser once it was opened', async () => {
  const { page } = await browser.open({ demoWallets: 'unopened' })
  const printed = address()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''))
  await page.goto(printed)
  await page.getByText('Demo wallets are ready. On the site, press “Connect” and choose one').waitFor()
  await page.getByRole('link', { name: 'Go to the site' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(sent.join(' ')).not.toContain(new URL(printed).hash.slice(1))
  // `goBack` alone may return for what the router still writes into the history of the document that is left.
  await page.evaluate(() => Reflect.set(window, 'isLeft', true))
  await page.goBack()
  await page.waitForFunction(() => !Reflect.has(window, 'isLeft'))
  expect(page.url()).not.toContain('#')
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('a newcomer who has not opened it is told about it where wallets are chosen', async () => {
  const { page } = await browser.open({ demoWallets: 'unopened' })
  await walletButton(page).click()
  await walletDialog(page).getByText('Open the address beside “Demo wallets”').waitFor()
})

test('where the answer with the demo wallets is cut off, the other wallets are there', async () => {
  const { page, wallets } = await browser.open({ demoWallets: 'unopened', wallets: [{}] })
  await page.route(`**${PATH}`, (route) => route.fulfill({ contentType: 'application/json', body: '{"wallets":[' }))
  await walletButton(page).click()
  await signButton(page).waitFor()
  expect(wallets[0]?.calls.filter((method) => CONNECTING.includes(method))).toHaveLength(1)
})

test('an address that was used opens nothing, and says where the next one is', async () => {
  const { page, expectFault } = await browser.open({ demoWallets: 'unopened' })
  expectFault(/status of 403/)
  const used = address()
  await openedCookie()
  await page.goto(used)
  await page.getByText('The terminal that runs the service printed a newer one').waitFor()
  expect(page.url()).toBe(`${browser.base}/demo`)
})

test("the keys are given to this site's own pages only, over loopback, and are never kept", async () => {
  const { base } = browser
  const cookie = await openedCookie()
  const own = await ask(base, { headers: { cookie, 'sec-fetch-site': 'same-origin', referer: `${base}/challenges` } })
  expect(own.status).toBe(200)
  expect(own.headers['cache-control']).toBe('no-store')
  expect(own.headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(own.headers['access-control-allow-origin']).toBeUndefined()
  expect(JSON.parse(own.text).wallets).toHaveLength(4)
})

test('the cookie is for scripts of no page and for requests of no other site', async () => {
  const reply = await ask(browser.base, { token: newestToken() })
  expect(reply.headers['set-cookie']?.[0]).toMatch(
    /^demo_wallets_\d+=[\w-]{43}; Path=\/demo-wallets\.json; HttpOnly; SameSite=Strict$/,
  )
})

test('an address is good once, and whoever has none gets no key', async () => {
  const token = newestToken()
  await openedCookie()
  expect(newestToken()).not.toBe(token)
  for (const wrong of [token, '', newestToken().slice(1), `${newestToken()}x`]) {
    const reply = await ask(browser.base, { token: wrong })
    expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined])
  }
  for (const cookie of ['', 'demo_wallets_3000=x', `demo_wallets_${new URL(browser.base).port}=x`]) {
    const reply = await ask(browser.base, { headers: { cookie } })
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { locked: true, wallets: [] }])
  }
})

test('a plain forward of the port, or a proxy that keeps the name, hands out nothing', async () => {
  const { port } = new URL(browser.base)
  const forward = net.createServer((socket) => {
    const onward = net.connect(Number(port), 'localhost')
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) end.on('error', () => socket.destroy())
  })
  await once(forward.listen(0, '127.0.0.1'), 'listening')
  const at = forward.address()
  if (at === null || typeof at === 'string') throw new Error('No port.')
  const reply = await ask(`http://127.0.0.1:${at.port}`, { headers: { host: `localhost:${port}` } })
  expect([reply.status, JSON.parse(reply.text).wallets]).toEqual([200, []])
  expect(reply.text).not.toContain(demoKeys().verifier)
  forward.close()
})

test.for([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page on another port of loopback', { 'sec-fetch-site': 'same-site' }],
  ["another site's Origin", { origin: 'http://localhost:1' }],
  ['an opaque Origin', { origin: 'null' }],
  ["another site's Referer", { referer: 'https://evil.example/' }],
  ['a name of another site that resolves to loopback', { host: 'rebound.evil.example' }],
  ['a proxy in front', { 'x-forwarded-for': '203.0.113.7' }],
] as const)('%s gets no demo wallet, not even with the cookie, and opens nothing', async ([, headers]) => {
  const cookie = await openedCookie()
  const reply = await ask(browser.base, { headers: { cookie, ...headers } })
  expect(reply.status).toBe(404)
  expect(reply.text).not.toContain(demoKeys().verifier)
  const opening = await ask(browser.base, { token: newestToken(), headers: { ...headers } })
  expect([opening.status, opening.headers['set-cookie']]).toEqual([405, undefined])
  const page = await ask(browser.base, { path: '/demo', headers: { ...headers } })
  expect(page.status).toBe(404)
})

test('with DATABASE_URL set there are no demo wallets, whatever lies in the data folder', async () => {
  const port = await freePort()
  const service = await startService({ ...besideSharedService(), PORT: String(port) }, bundledService())
  try {
    const reply = await ask(`http://localhost:${port}`)
    expect(reply.status).toBe(404)
    expect(reply.text).not.toContain(demoKeys().verifier)
  } finally {
    await service.stop()
  }
})
