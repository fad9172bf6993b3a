import { chromium } from 'playwright'
import { mkdtempSync, readFileSync, writeFileSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import os from 'node:os'
import pg from 'pg'
import { privateKeyToAccount, generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { startService, freePort } from '@/tests/support/pages-service'
import { makeDataFolder } from '@/server/private-file'
import { findChromium, BROWSER_FLAGS } from '@/tests/support/browser'
import { speakAt } from '@/tests/support/sandbox'

const out = process.env.SHOTS!
mkdirSync(out, { recursive: true })
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'trellis-shots-'))
makeDataFolder(dataDir)
const adminKey = generatePrivateKey(), verKey = generatePrivateKey()
const port = await freePort()
const service = await startService({ DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_SCALE: '1000', ADMIN_WALLETS: privateKeyToAddress(adminKey), VERIFIER_WALLETS: privateKeyToAddress(verKey) })
try {
const base = `http://localhost:${port}`
const community = `http://127.0.0.1:${readFileSync(path.join(dataDir, 'sandbox', 'port'), 'utf8').trim()}`
const platform = speakAt(community)
async function actor(key = generatePrivateKey()) {
  const account = privateKeyToAccount(key)
  const j = (r: Response) => r.json() as any
  const asked = await j(await fetch(base + '/api/v1/auth/challenge', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ address: account.address, chainId: 1 }) }))
  const signature = await account.signMessage({ message: asked.message })
  const opened = await j(await fetch(base + '/api/v1/auth/verify', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ nonce: asked.nonce, signature, delivery: 'bearer' }) }))
  return { account, post: async (p: string, body: any = {}) => { const r = await fetch(base + p, { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), authorization: `Bearer ${opened.token}` }, body: JSON.stringify(body) }); const b: any = await r.json(); if (!r.ok) throw new Error(p + JSON.stringify(b)); return b } }
}
const day = (n: number) => new Date(Date.now() + n * 864e5).toISOString().slice(0, 10)
const ownerKey = generatePrivateKey()
const [owner, admin, strangerA] = [await actor(ownerKey), await actor(adminKey), await actor()]
const muse = await platform.muse('Heron')
const st = await owner.post('/api/v1/muse-links/start', { museId: muse.museId, method: 'ed25519-challenge' })
await owner.post('/api/v1/muse-links/verify', { nonce: st.nonce, signature: muse.sign(st.message) })
await owner.post('/api/v1/muse-links/unlink', { reason: 'Another key from now on.' })
const st2 = await owner.post('/api/v1/muse-links/start', { museId: muse.museId, method: 'signed-post' })
const codePost = await platform.post(muse, { text: `Linking ${st2.code}` })
await owner.post('/api/v1/muse-links/verify', { nonce: st2.nonce, postId: codePost })
const ch = (await owner.post('/api/v1/challenges', { title: 'Which greeting helps a newcomer most?', prompt: 'Two texts, one page each. Which of them should greet people from next month on?', submissionDeadline: day(3), decisionDeadline: day(9), rewardDescription: 'Seeds', contenderA: 'The short one', contenderB: 'The friendly one' })).challenge
const item = (await owner.post('/api/v1/platform-outbox', { kind: 'announce', challengeId: ch.id, channel: 'lobby' })).item
const sent = (await admin.post(`/api/v1/platform-outbox/${item.id}/approve`, { payloadHash: item.payloadHash })).item
const root = Number(sent.postId)
for (const [n, t] of [['Wren', 'The short one. People skim.\n\nA newcomer reads three lines, then looks for a button.'], ['Juniper', 'The friendly one: '.repeat(60)], ['Tarn', 'Neither, to be honest.']] as const) await platform.post(await platform.muse(n), { text: t, parent: root })
for (let i = 0; i < 4; i++) await platform.post(muse, { text: `My thought no. ${i + 1}: both have something.`, parent: root })
const sync = await owner.post(`/api/v1/challenges/${ch.id}/musebook/sync`)
const [p1, , p3] = sync.proposals
await owner.post(`/api/v1/challenges/${ch.id}/proposals/${p1.id}/accept`, { side: 'A' })
await owner.post(`/api/v1/challenges/${ch.id}/proposals/${p3.id}/reject`)
const empty = (await owner.post('/api/v1/challenges', { title: 'Which tree first?', prompt: 'Oak or ash?', submissionDeadline: day(3), decisionDeadline: day(9), rewardDescription: 'Seeds', contenderA: 'Oak', contenderB: 'Ash' })).challenge
const mi = (await owner.post('/api/v1/missions', { sourceUrl: platform.url(root), title: 'Write the newcomer guide', summary: 'One page.', definitionOfDone: 'Public.', deadline: day(30), approvalRule: 'Owner records the outcome', requiredProof: 'A link.', milestones: [{ title: 'Public', required: true }] })).mission
const queue = async (s: string) => (await owner.post('/api/v1/platform-outbox', { kind: 'mission-update', missionId: mi.id, summary: s })).item
const [u1, u2, u3, u4] = [await queue('Half of it stands, with drawings by three people.'), await queue('Three quarters of it.'), await queue('Nearly done.'), await queue('Done, we think. Look at it and tell us what is missing.')]
await admin.post(`/api/v1/platform-outbox/${u1.id}/approve`, { payloadHash: u1.payloadHash })
await admin.post(`/api/v1/platform-outbox/${u2.id}/cancel`)
const sql = new pg.Pool({ connectionString: readFileSync(path.join(dataDir, 'database-url'), 'utf8').trim() })
await sql.query(`UPDATE "OutboxItem" SET state='uncertain', attempts=1, "attemptedAt"=now() WHERE id=$1`, [u3.id])
await sql.end()
const browser = await chromium.launch({ executablePath: await findChromium(), args: BROWSER_FLAGS })
type Shot = { name: string; path: string; key?: `0x${string}`; act?: (page: any) => Promise<void> }
const shots: Shot[] = [
  { name: 'challenge', path: `/challenges/${ch.id}` },
  { name: 'challenge-owner', path: `/challenges/${ch.id}`, key: ownerKey, act: async (p) => { await p.getByRole('button', { name: /^Decide on it/ }).first().click(); await p.getByRole('button', { name: 'Read it now' }).waitFor() } },
  { name: 'challenge-stranger', path: `/challenges/${empty.id}`, key: generatePrivateKey(), act: async (p) => { await p.getByText('is not the owner').waitFor() } },
  { name: 'challenge-empty-owner', path: `/challenges/${empty.id}`, key: ownerKey, act: async (p) => { await p.getByRole('button', { name: 'Link this discussion' }).waitFor() } },
  { name: 'mission-owner', path: `/missions/${mi.id}`, key: ownerKey, act: async (p) => { await p.getByRole('button', { name: 'Queue an update' }).click() } },
  { name: 'muse-out', path: '/muse' },
  { name: 'muse-begin', path: '/muse', key: generatePrivateKey(), act: async (p) => { await p.getByLabel('Id of the Muse').waitFor() } },
  { name: 'muse-sign', path: '/muse', key: generatePrivateKey(), act: async (p) => { await p.getByLabel('Id of the Muse').fill('muse_1j335p3a14'); await p.getByRole('radio', { name: /signs a text/ }).check(); await p.getByRole('button', { name: 'Prepare it' }).click(); await p.getByLabel('Signature of the Muse').fill('A'.repeat(86)); await p.getByRole('button', { name: 'Link this Muse' }).click(); await p.waitForTimeout(800) } },
  { name: 'muse-post', path: '/muse', key: generatePrivateKey(), act: async (p) => { await p.getByLabel('Id of the Muse').fill('muse_1j335p3a15'); await p.getByRole('radio', { name: /posts a code/ }).check(); await p.getByRole('button', { name: 'Prepare it' }).click(); await p.getByLabel('The post with the code').waitFor() } },
  { name: 'muse-linked', path: '/muse', key: ownerKey, act: async (p) => { await p.getByRole('button', { name: 'Unlink this Muse' }).click() } },
  { name: 'moderation', path: '/moderation' },
  { name: 'moderation-owner', path: '/moderation', key: ownerKey, act: async (p) => { await p.getByText('is not on it').waitFor() } },
  { name: 'moderation-admin', path: '/moderation', key: adminKey, act: async (p) => { await p.getByRole('button', { name: 'Approve and send' }).first().waitFor() } },
  { name: 'wallet', path: `/wallets/${owner.account.address}` },
  { name: 'status', path: '/status' },
  { name: 'notifications', path: '/notifications', key: ownerKey },
  { name: 'docs-states', path: '/docs/states' },
  { name: 'docs-platform', path: '/docs/community-platform' },
  { name: 'docs-signing', path: '/docs/signing' },
]
const only = process.env.ONLY?.split(',')
for (const shot of shots) {
  if (only && !only.includes(shot.name)) continue
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const context = await browser.newContext({ colorScheme, baseURL: base, reducedMotion: 'reduce', viewport: { width, height: 900 } })
      if (shot.key) {
        const account = privateKeyToAccount(shot.key)
        const asked = await (await context.request.post('/api/v1/auth/challenge', { data: { address: account.address, chainId: 1 } })).json()
        await context.request.post('/api/v1/auth/verify', { data: { nonce: asked.nonce, signature: await account.signMessage({ message: asked.message }) } })
        await context.addInitScript(() => localStorage.setItem('session-until', '2100-01-01T00:00:00.000Z'))
      }
      const page = await context.newPage()
      page.on('console', (m) => { if (m.type() === 'error') console.log(shot.name, m.text()) })
      await page.goto(shot.path, { waitUntil: 'networkidle' })
      try { await shot.act?.(page) } catch (e) { console.log(shot.name, String(e).slice(0, 300)) }
      await page.waitForTimeout(300)
      await page.screenshot({ path: path.join(out, `${shot.name}-${width}-${colorScheme}.png`), fullPage: true })
      await context.close()
    }
  }
}
await browser.close()
} finally { await service.stop(); rmSync(dataDir, { recursive: true, force: true }) }
