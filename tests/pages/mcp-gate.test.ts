import { expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Json, signIn } from '@/tests/support/client'
import { connectAgent, errorOf, partsOf } from '@/tests/support/mcp'
import { type OpenedPage, PHONE, testBrowser } from '@/tests/support/pages'
import { signButton, signInByClicks, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount, type TestWallet } from '@/tests/support/pages-wallet'
import { sharedService, verifierAccount } from '@/tests/support/shared-service'
import { bothLinks, challengeBody, conversionBody, decisionBody, proofBody, provenMission } from '@/tests/support/story'
import { fileBody, samples, sendUpload } from '@/tests/support/upload'

// An agent with the official client package and no token, and people who finish with their wallets what it asks for.

const browser = testBrowser()

interface Person extends OpenedPage {
  readonly wallet: TestWallet
}

/** Somebody who is signed in. */
async function person(account = freshAccount(), viewport?: typeof PHONE): Promise<Person> {
  const opened = await browser.open({ path: '/sessions', wallets: [{ accounts: [account] }], viewport })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(opened.page, wallet)
  return { ...opened, wallet }
}

const pathOf = (url: string) => url.slice(browser.base.length)

/** Reads the page behind the address and records what is asked for. */
async function record({ page, goto }: Person, url: string): Promise<void> {
  await goto(pathOf(url))
  await page.getByRole('button', { name: /^(?:Record it|Sign and record it)$/ }).click()
}

async function sign(verifier: Person, url: string): Promise<void> {
  await record(verifier, url)
  await signButton(verifier.page).click()
  await walletDialog(verifier.page).getByText('It is recorded. Your agent is told.').waitFor()
  await verifier.page.keyboard.press('Escape')
}

test('an agent without a token plays the story from its challenge to its receipt, each step by the wallet that may', async () => {
  const { base } = sharedService()
  const [owner, contributor] = [await person(), await person()]
  const verifier = await person(verifierAccount())
  let turn: (url: string) => Promise<void> = async () => undefined
  const agent = await connectAgent(base, {
    name: 'Storyteller',
    async openUrl(url) {
      await turn(url)
      return 'accept'
    },
  })
  await agent.listTools()
  const by = async (who: Person, name: string, given: Record<string, unknown>, way = record): Promise<Json> => {
    turn = (url) => way(who, url)
    return partsOf(await agent.callTool({ name, arguments: given })).answer
  }
  const { challenge } = await by(owner, 'create_challenge', challengeBody())
  expect(challenge.owner).toBe(owner.wallet.account.address)
  for (const link of bothLinks) await by(contributor, 'record_response_link', { id: challenge.id, ...link })
  browser.passDays(2)
  await by(owner, 'submit_decision', { id: challenge.id, ...decisionBody })
  const verdict = { verdict: 'approve', explanation: 'The linked post says so.' }
  const verified = await by(verifier, 'verify_decision', { id: challenge.id, ...verdict }, sign)
  expect(verified.challenge.state).toBe('DECISION_VERIFIED')
  expect(verifier.wallet.signed.at(-1)).toContain(verdict.explanation)
  const { mission } = await by(owner, 'convert_challenge', { id: challenge.id, ...conversionBody() })
  await by(contributor, 'claim_mission', { id: mission.id })
  const { proof } = await by(contributor, 'submit_proof', { id: mission.milestones[0].id, ...proofBody })
  const review = { id: proof.id, verdict: 'approve', reason: 'It is there.' }
  expect((await by(verifier, 'review_proof', review, sign)).proof.status).toBe('verified')
  expect(verifier.wallet.signed.at(-1)).toContain('Verdict: approve')
  const ended = await by(owner, 'complete_mission', { id: mission.id, outcome: 'completed', statement: 'Well done.' })
  const receipt = partsOf(await agent.callTool({ name: 'get_receipt', arguments: { id: ended.receipt.id } })).answer
  expect(receipt.receipt).toMatchObject({ outcome: 'completed', statement: 'Well done.' })
  expect(receipt.receipt.discussion.challengeId).toBe(challenge.id)
  await owner.page.getByText('It is recorded, and your agent is told.').waitFor()
  await agent.close()
})

test('a proof that gets a file after its text was shown is not signed unseen: it is shown anew first', async () => {
  const { base } = sharedService()
  const [owner, contributor] = await Promise.all([signIn(base), signIn(base)])
  const { mission, proof } = await provenMission(owner, contributor)
  const { page, context, goto, wallet } = await person(verifierAccount())
  const agent = await connectAgent(base, { name: 'Clerk' })
  const given = { id: proof.id, verdict: 'approve', reason: 'It is there.' }
  const { waiting } = partsOf(await agent.callTool({ name: 'review_proof', arguments: given }))
  await goto(pathOf(waiting.signUrl))
  const shown = page.getByRole('region', { name: 'The exact text that your wallet signs' })
  const hashLine = async () => /Content SHA-256: .*/.exec((await shown.textContent()) ?? '')?.[0]
  const press = () => page.getByRole('button', { name: 'Sign and record it' }).click()
  await shown.waitFor()
  const before = await hashLine()
  const late = await sendUpload(base, contributor, mission.id, fileBody(samples['image/png']('late'), proof.id))
  expect(late.status).toBe(201)
  await press()
  await walletDialog(page).getByText('It has changed since you read it.').waitFor()
  expect(await signButton(page).count()).toBe(0)
  await walletDialog(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('main').getByText('It has changed since you read it.').waitFor()
  expect(wallet.signed, 'only the sign-in').toHaveLength(1)
  expect((await owner.get(`/api/v1/missions/${mission.id}`)).body.mission.proofs[0].status).toBe('submitted')

  await shown.waitFor()
  const after = await hashLine()
  expect(after).not.toBe(before)
  const [record] = await Promise.all([
    context.waitForEvent('page'),
    shown.getByRole('link', { name: 'Read what you review' }).click(),
  ])
  await record.locator(`[id="proof-${proof.id}"] [href*="#file-"]`).waitFor()
  await press()
  await signButton(page).click()
  await walletDialog(page).getByText('It is recorded. Your agent is told.').waitFor()
  expect(wallet.signed.at(-1)).toContain(after)
  await agent.close()
})

test('the page shows who asks, the exact request and what would be recorded, and text of others stays text', async () => {
  const agent = await connectAgent(browser.base, { name: '<b>Nobody</b>' })
  const title = '<img src=x onerror=alert(1)> Which bed first?'
  const given = challengeBody({ title })
  const { waiting } = partsOf(await agent.callTool({ name: 'create_challenge', arguments: given }))
  const visitor = await browser.open({ path: pathOf(waiting.signUrl), wallets: [{}], viewport: PHONE })
  const main = visitor.page.getByRole('main')
  await main.getByText('<b>Nobody</b>').waitFor()
  await main.getByText('POST /api/v1/challenges').waitFor()
  expect(await main.getByRole('button', { name: 'Record it' }).count()).toBe(0)
  await expectAccessible(visitor.page)
  const [wallet] = visitor.wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(visitor.page, wallet)
  await main.getByRole('heading', { name: 'What will be recorded, in public and for good' }).waitFor()
  await main.getByText(title, { exact: true }).first().waitFor()
  expect(await main.locator('img').count()).toBe(0)
  await expectAccessible(visitor.page)
  await main.getByRole('button', { name: 'Record it' }).click()
  await main.getByRole('link', { name: 'See it' }).click()
  await visitor.page.waitForURL(/\/challenges\//)
  const told = partsOf(
    await agent.callTool({ name: 'create_challenge', arguments: { ...given, handle: waiting.handle } }),
  )
  expect(told.answer.challenge).toMatchObject({ title, owner: wallet.account.address })
  await agent.close()
})

test('it is stopped in the list of the sessions while its page is open, and the page says so', async () => {
  const owner = await person()
  const agent = await connectAgent(browser.base, { name: 'Hasty' })
  const given = challengeBody()
  const { waiting } = partsOf(await agent.callTool({ name: 'create_challenge', arguments: given }))
  await owner.goto(pathOf(waiting.signUrl))
  await owner.page.getByRole('button', { name: 'Record it' }).waitFor()
  const sessions = await owner.context.newPage()
  await sessions.goto(`${browser.base}/sessions`)
  await sessions.getByText('Asked by Hasty').waitFor()
  await sessions.getByRole('button', { name: /^Stop ?: Create challenge/ }).click()
  await sessions.getByText('Stopped by you').waitFor()
  owner.expectFault(/409/)
  await owner.page.getByRole('button', { name: 'Record it' }).click()
  await owner.page.getByText('This was stopped. Nothing was recorded.').waitFor()
  const told = await agent.callTool({ name: 'create_challenge', arguments: { ...given, handle: waiting.handle } })
  expect(errorOf(told)).toMatchObject({ code: 'forbidden' })
  await agent.close()
})

test('it is stopped on its own page, and an address that names nothing says so', async () => {
  const owner = await person()
  const agent = await connectAgent(browser.base)
  const { waiting } = partsOf(await agent.callTool({ name: 'create_challenge', arguments: challengeBody() }))
  await owner.goto(pathOf(waiting.signUrl))
  await owner.page.getByRole('button', { name: 'Stop it' }).click()
  await owner.page.getByText('It is stopped, and your agent is told.').waitFor()
  await owner.goto('/agent')
  await owner.page.getByText('This address names no request').waitFor()
  await agent.close()
})

test('a request that could not be read, or not be tried, is asked for again by a button', async () => {
  const owner = await person()
  const agent = await connectAgent(browser.base)
  const { waiting } = partsOf(await agent.callTool({ name: 'create_challenge', arguments: challengeBody() }))
  const main = owner.page.getByRole('main')
  const [opened, tried] = ['**/api/v1/agent-requests/open', '**/api/v1/challenges']
  for (const address of [opened, tried]) await owner.page.route(address, (route) => route.abort())
  owner.expectFault(/ERR_FAILED/)
  await owner.goto(pathOf(waiting.signUrl))
  for (const address of [opened, tried]) {
    await main.getByText('The service cannot be reached.').waitFor()
    await owner.page.unroute(address)
    await main.getByRole('button', { name: 'Try again' }).click()
  }
  await main.getByRole('button', { name: 'Record it' }).waitFor()
  expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await agent.close()
})

test('the metadata of the protected resource stands where the refusals say', async () => {
  const refused = await fetch(`${browser.base}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  })
  expect(refused.status).toBe(401)
  const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
  const metadata = await fetch(named)
  expect(metadata.headers.get('content-type')).toBe('application/json')
  expect(await metadata.json()).toMatchObject({ resource: `${browser.base}/mcp`, bearer_methods_supported: ['header'] })
  expect((await fetch(`${browser.base}/.well-known/oauth-protected-resource`)).status).toBe(200)
  expect((await fetch(`${browser.base}/.well-known/oauth-protected-resource/api`)).status).toBe(404)
})
