import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '@/server/root'
import { gzipBytes } from '@/tests/support/bare-page'
import { type ClientProject, installedClient, readmeBlock } from '@/tests/support/client-package'
import { testBrowser } from '@/tests/support/pages'
import { sharedService } from '@/tests/support/shared-service'

// The published client, in a project that has nothing else, against the running service.

const BYTES_MAX = 12_000
const { base, community, verifierKeys } = sharedService()
const STORY_TOLD = readmeBlock('text')

let project: ClientProject
const browser = testBrowser()
beforeAll(() => {
  project = installedClient()
})
afterAll(() => {
  project.remove()
})

/** The README's story, about this service. */
const story = () =>
  readmeBlock('ts story').replace('https://trellis.example', base).replace('https://community.example', community)

const keys = () => {
  const [verifier] = verifierKeys
  if (!verifier) throw new Error('No verifier.')
  return { ownerWallet: generatePrivateKey(), contributorWallet: generatePrivateKey(), verifierWallet: verifier }
}

test('what is packed is small, and is all that there is to install', () => {
  expect(project.packed).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/receipt.d.ts']))
  expect(project.packed.filter((file) => !/^(package\.json|README\.md|dist\/[\w-]+\.(d\.ts|js))$/.test(file))).toEqual(
    [],
  )
  expect(JSON.parse(project.read('node_modules/@trellis/client/package.json'))).not.toHaveProperty('dependencies')
  const script = project.read('node_modules/@trellis/client/dist/index.js')
  expect(gzipBytes(Buffer.from(script))).toBeLessThanOrEqual(BYTES_MAX)
  expect(script).not.toMatch(/(?:^|;)import\b|\b(?:import|require)\(/)
})

test('the story compiles strictly, and mistakes do not', () => {
  project.write('wallets.ts', WALLET_TYPES)
  project.write('story.ts', story())
  project.write(
    'mistakes.ts',
    `import { createClient } from '@trellis/client'
import type { Mission } from '@trellis/client/types'
const trellis = createClient()
// @ts-expect-error There is no such operation.
trellis.deleteMission
// @ts-expect-error An id is missing.
await trellis.getMission()
// @ts-expect-error No mission has this state.
await trellis.listMissions({ query: { state: 'RIPE' } })
// @ts-expect-error A reason is missing.
await trellis.reviewProof({ params: { id: '' }, body: { verdict: 'approve' } })
// @ts-expect-error A read is not tried.
await trellis.getMission.dryRun({ params: { id: '' } })
// @ts-expect-error One record has no pages.
trellis.getMission.pages({ params: { id: '' } })
const { mission } = await trellis.getMission({ params: { id: '' } })
export const state: Mission['state'] = mission.state
// @ts-expect-error No mission has this state.
export const none: Mission['state'] = 'NOTHING'
`,
  )
  expect(project.compile('story.ts', 'mistakes.ts')).toEqual([])
})

const WALLET_TYPES = `import type { Signer } from '@trellis/client'
export declare const ownerWallet: Signer, contributorWallet: Signer, verifierWallet: Signer
`

test('the README’s story plays in Node, signed by viem’s accounts', async () => {
  const viem = pathToFileURL(path.join(ROOT, 'node_modules/viem/_esm/accounts/index.js')).href
  const wallets = Object.entries(keys()).map(([name, key]) => `export const ${name} = privateKeyToAccount('${key}')\n`)
  project.write('wallets.js', `import { privateKeyToAccount } from '${viem}'\n${wallets.join('')}`)
  const child = spawn(process.execPath, ['story.js'], { cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(String(chunk)))
  const [code] = await once(child, 'close')
  expect(said.join('').trimEnd()).toBe(STORY_TOLD)
  expect(code).toBe(0)
})

/** A page of the service's origin that runs the story; its wallets are providers of EIP-1193. */
const STORY_PAGE = `<!doctype html><title>Story</title>
<script type="importmap">{ "imports": { "@trellis/client": "./index.js", "@trellis/client/receipt": "./receipt.js" } }</script>
<script type="module" src="story.js"></script>`

const PROVIDERS = `const provider = (name) => ({ request: (asked) => window.askWallet(name, asked) })
export const ownerWallet = provider('ownerWallet')
export const contributorWallet = provider('contributorWallet')
export const verifierWallet = provider('verifierWallet')`

test('the README’s story plays in a browser, signed by wallets of EIP-1193', async () => {
  const packed = 'node_modules/@trellis/client/dist'
  const files: Record<string, string> = {
    'index.html': STORY_PAGE,
    'story.js': project.read('story.js'),
    'wallets.js': PROVIDERS,
    'index.js': project.read(`${packed}/index.js`),
    'receipt.js': project.read(`${packed}/receipt.js`),
  }
  const { page, goto, expectFault } = await browser.open({ path: 'about:blank' })
  const accounts = Object.fromEntries(Object.entries(keys()).map(([name, key]) => [name, privateKeyToAccount(key)]))
  await page.exposeFunction('askWallet', (name: string, asked: { method: string; params: `0x${string}`[] }) => {
    const account = accounts[name]
    if (asked.method === 'eth_requestAccounts') return [account?.address]
    const [raw = '0x'] = asked.params
    return account?.signMessage({ message: { raw } })
  })
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'log') lines.push(message.text())
  })
  await page.route('**/story/*', (route) => {
    const name = path.basename(new URL(route.request().url()).pathname)
    const contentType = name.endsWith('.html') ? 'text/html' : 'text/javascript'
    return route.fulfill({ body: files[name] ?? '', contentType })
  })
  // The claim that is refused.
  expectFault(/status of 40[39]/)
  await goto('/story/index.html')
  await expect.poll(() => lines.join('\n')).toBe(STORY_TOLD)
})
