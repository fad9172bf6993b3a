import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { freePort, startService } from '@/tests/support/pages-service'
import { chooseWallet, sessionOf, signButton, walletButton, walletDialog } from '@/tests/support/pages-steps'
import { sharedService } from '@/tests/support/shared-service'

const PATH = '/demo-wallets.json'

let browser: TestBrowser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

interface Reply {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

/** Not `fetch`, which sets some of the headers that matter here by itself. */
function ask(base: string, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${base}${PATH}`, { headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('error', reject)
  })
}

function demoKeys(): { readonly verifier: `0x${string}` } {
  return JSON.parse(readFileSync(path.join(sharedService().dataDir, 'demo-wallets.json'), 'utf8'))
}

test('in the embedded default a newcomer signs in with a demo wallet, which asks before it signs', async () => {
  const { page } = await browser.open({ demoWallets: true })
  await walletButton(page).click()
  await walletDialog(page).getByRole('listitem').first().waitFor()
  expect(await walletDialog(page).getByRole('listitem').allTextContents()).toEqual([
    'Demo owner',
    'Demo contributor',
    'Demo verifier',
    'Demo admin',
  ])
  await walletDialog(page).getByRole('button', { name: 'Demo verifier' }).click()
  await signButton(page).click()
  const wallet = page.getByRole('dialog', { name: 'Demo wallet: sign this message?' })
  await wallet.getByRole('button', { name: 'Reject' }).click()
  await walletDialog(page).getByText('You declined in the wallet').waitFor()
  await signButton(page).click()
  await wallet.getByRole('button', { name: 'Sign' }).click()
  await walletDialog(page).getByText('You are signed in').waitFor()
  expect(await sessionOf(page)).toBe(privateKeyToAddress(demoKeys().verifier))
  await page.keyboard.press('Escape')
  await walletButton(page).click()
  await page.getByRole('navigation', { name: 'Your wallet' }).getByRole('link', { name: 'Review' }).waitFor()
})

test('a demo wallet stays connected over a reload, and signs texts only', async () => {
  const { page } = await browser.open({ demoWallets: true })
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

test("the keys are given to this site's own pages only, over loopback, and are never kept", async () => {
  const { base } = browser
  const own = await ask(base, { 'sec-fetch-site': 'same-origin', referer: `${base}/challenges` })
  expect(own.status).toBe(200)
  expect(own.headers['cache-control']).toBe('no-store')
  expect(own.headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(own.headers['access-control-allow-origin']).toBeUndefined()
  expect(JSON.parse(own.text).wallets).toHaveLength(4)
})

test.for([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page on another port of loopback', { 'sec-fetch-site': 'same-site' }],
  ["another site's Origin", { origin: 'http://localhost:1' }],
  ['an opaque Origin', { origin: 'null' }],
  ["another site's Referer", { referer: 'https://evil.example/' }],
  ['a name of another site that resolves to loopback', { host: 'rebound.evil.example' }],
  ['a proxy in front', { 'x-forwarded-for': '203.0.113.7' }],
] as const)('%s gets no demo wallet', async ([, headers]) => {
  const reply = await ask(browser.base, { ...headers })
  expect(reply.status).toBe(404)
  expect(reply.text).not.toContain(demoKeys().verifier)
})

test('with DATABASE_URL set there are no demo wallets, whatever lies in the data folder', async () => {
  const { dataDir } = sharedService()
  const port = await freePort()
  const service = await startService({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: readFileSync(path.join(dataDir, 'database-url'), 'utf8').trim(),
    SESSION_SECRET: 'a secret of forty characters for tests only',
    SERVICE_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  })
  try {
    const reply = await ask(`http://localhost:${port}`)
    expect(reply.status).toBe(404)
    expect(reply.text).not.toContain(demoKeys().verifier)
  } finally {
    await service.stop()
  }
})
