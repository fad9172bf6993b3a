import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { AGENT_TOOL_NAMES } from '@/lib/agent-tools/names'
import {
  agentToolsOffered,
  cancellableCalls,
  openAgent,
  toolRefusal as refusal,
  signedInAgent,
  WEB_MCP,
} from '@/tests/support/agent'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { createHold } from '@/tests/support/hold'
import { type OpenedPage, openBrowser, testBrowser } from '@/tests/support/pages'
import { sessionOf, signButton, walletDialog } from '@/tests/support/pages-steps'
import { verifierAccount } from '@/tests/support/shared-service'
import {
  bothLinks,
  challengeBody,
  completedMission,
  dayFromNow,
  decisionBody,
  missionBody,
  openChallenge,
  proofBody,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { fileBody, samples, sendUpload } from '@/tests/support/upload'

// The tools as an agent of the browser uses them, by the browser's own API (WebMCP).

const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const browser = testBrowser([WEB_MCP])
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  ;[owner, contributor, verifier] = await Promise.all([
    signIn(browser.base),
    signIn(browser.base),
    signIn(browser.base, verifierAccount()),
  ])
})

const openHome = (account?: PrivateKeyAccount) => openAgent(browser, account)
const signedIn = (account?: PrivateKeyAccount) => signedInAgent(browser, account)

const names = async ({ page }: OpenedPage) => (await page.webmcp.tools()).map(({ name }) => name).sort()

test('the home page offers the 13 tools with schemas and hints, and takes them away when it is left', async () => {
  const { opened } = await openHome()
  expect(await names(opened)).toEqual([...AGENT_TOOL_NAMES].sort())
  for (const tool of await opened.page.webmcp.tools()) {
    const isReading = /^(list|get)_/.test(tool.name)
    expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(tool.annotations, tool.name).toEqual({
      ...(isReading ? { readOnly: true } : { consequential: true }),
      untrustedContent: true,
    })
  }
  await opened.page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Missions' }).click()
  await opened.page.getByRole('heading', { level: 1, name: 'Missions' }).waitFor()
  expect(await names(opened)).toEqual([])
  await opened.page.goBack()
  await agentToolsOffered(opened)
  expect(await names(opened)).toHaveLength(13)
})

test('every tool stands on the page with what it needs, also where the browser has no model context', async () => {
  const plain = openBrowser()
  const { page } = await plain.open()
  const panel = page.getByRole('region', { name: 'For the agent in your browser' })
  await panel.getByText('Your browser offers no model context').waitFor()
  for (const name of AGENT_TOOL_NAMES) expect(await panel.getByText(name, { exact: true }).count(), name).toBe(1)
  expect(await panel.textContent()).toContain('Needs you to be signed in with your wallet.')
  expect(await plain.endTest()).toEqual([])
  await plain.close()
})

test('reading tools read, without a wallet', async () => {
  const { id } = await openChallenge(owner, { title: 'A challenge for agents to find' })
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const { call } = await openHome()

  const challenges = await call('list_svc_challenges', { q: 'for agents to find', limit: 1 })
  expect(challenges.body.challenges.map((challenge: Json) => challenge.id)).toEqual([id])
  const challenge = await call('get_svc_challenge', { challengeId: id })
  expect(challenge.body.challenge).toMatchObject({ id, state: 'OPEN', history: expect.any(Array) })

  const missions = await call('list_svc_missions', { owner: owner.address, state: 'COMPLETED' })
  expect(missions.body.missions.map((found: Json) => found.id)).toEqual([mission.id])
  const project = await call('get_svc_project', { missionId: mission.id })
  expect(project.body.mission).toMatchObject({ id: mission.id, receiptId: receipt.id, proofs: [expect.any(Object)] })

  const seeds = await call('get_svc_reputation', { address: contributor.address })
  expect(seeds.body).toMatchObject({ wallet: contributor.address, balance: expect.any(Number) })
  const read = await call('get_completion_receipt', { receiptId: receipt.id })
  expect(read.body.receipt.contentHash).toBe(receipt.contentHash)
})

test('a reading tool says what was wrong, in the service’s words', async () => {
  const { opened, call } = await openHome()
  opened.expectFault(/status of (404|400)/)
  expect(await call('get_svc_project', { missionId: NOWHERE })).toEqual(refusal('not_found'))
  expect(await call('list_svc_missions', { state: 'RIPE' })).toEqual({
    isError: true,
    body: { error: expect.objectContaining({ code: 'invalid_request', field: 'state' }) },
  })
  expect(await call('get_svc_challenge', { challengeId: '\ud800' })).toEqual(refusal('not_found'))
  expect(await call('get_svc_challenge')).toEqual({
    isError: true,
    body: { error: expect.objectContaining({ code: 'invalid_request', field: 'challengeId' }) },
  })
})

test('acting tools tell whoever is not signed in to do so first, and send nothing', async () => {
  const { opened, wallet, call } = await openHome()
  const writes: string[] = []
  opened.page.on('request', (request) => {
    if (request.method() === 'POST') writes.push(request.url())
  })
  const acting = (await opened.page.webmcp.tools()).filter(({ annotations }) => annotations?.consequential)
  expect(acting).toHaveLength(7)
  const subjects = { challengeId: NOWHERE, missionId: NOWHERE, milestoneId: NOWHERE, proofId: NOWHERE }
  for (const { name } of acting) {
    const { body, isError } = await call(name, subjects)
    expect({ name, isError, code: body.error.code }).toEqual({ name, isError: true, code: 'sign_in_first' })
    expect(body.error.message).toContain('press “Connect”')
  }
  expect(writes).toEqual([])
  expect(wallet.calls).toEqual([])
})

test('an owner’s agent publishes a challenge, records links and the decision, and publishes a mission', async () => {
  const { opened, call, wallet } = await signedIn()
  const today = dayFromNow(0)
  // Models send `null` for what they leave out.
  const leftOut = { submissions: null, preview: null }
  const created = await call('create_svc_challenge', challengeBody({ submissionDeadline: today, ...leftOut }))
  const { id, owner: made } = created.body.challenge
  expect(made).toBe(wallet.account.address)
  await opened.page.getByText('Your agent did this in your wallet’s name: Publish a challenge').waitFor()

  for (const link of bothLinks) {
    expect((await call('submit_challenge_response', { challengeId: id, ...link })).isError).toBe(false)
  }
  opened.expectFault(/status of 409/)
  expect(await call('submit_challenge_decision', { challengeId: id, ...decisionBody })).toEqual(refusal('conflict'))
  browser.passDays(2)
  const decided = await call('submit_challenge_decision', { challengeId: id, ...decisionBody })
  expect(decided.body.challenge.state).toBe('DECISION_SUBMITTED')

  const mission = await call('create_svc_mission', missionBody())
  expect(mission.body.mission).toMatchObject({ owner: wallet.account.address, state: 'SEED' })
  expect(wallet.signed, 'only the sign-in').toHaveLength(1)
})

test('a contributor’s agent claims a mission and submits proof', async () => {
  const seed = await seedMission(owner)
  const { opened, call, wallet } = await signedIn()
  const claimed = await call('claim_svc_mission', { missionId: seed.id })
  expect(claimed.body.mission).toMatchObject({ state: 'CLAIMED', contributorWallet: wallet.account.address })
  const [milestone] = claimed.body.mission.milestones
  const { body } = await call('submit_milestone_proof', { milestoneId: milestone.id, ...proofBody })
  expect(body.proof).toMatchObject({ missionId: seed.id, status: 'submitted' })
  const seen = opened.page.getByRole('status').getByRole('link', { name: 'See it' })
  expect(await seen.getAttribute('href')).toBe(`/missions/${seed.id}`)
})

test('an acting tool names every field that is missing or wrong, before anything is sent', async () => {
  const { opened, call } = await signedIn()
  const writes: string[] = []
  opened.page.on('request', (request) => {
    if (request.method() === 'POST') writes.push(request.url())
  })
  const { body, isError } = await call('create_svc_challenge', { title: 'ab', prompt: 'Why?' })
  expect({ isError, code: body.error.code }).toEqual({ isError: true, code: 'invalid_request' })
  expect(Object.keys(body.error.fields)).toEqual(expect.arrayContaining(['title', 'contenderA', 'decisionDeadline']))
  expect(Object.keys(body.error.fields)).not.toContain('prompt')
  expect(writes).toEqual([])
})

test('an answer that is lost on its way is asked for again with the same key: there is one record', async () => {
  const { opened, call, wallet } = await signedIn()
  opened.expectFault(/net::ERR_FAILED/)
  const keys: (string | undefined)[] = []
  await opened.page.route('**/api/v1/missions', async (route) => {
    keys.push((await route.request().allHeaders())['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  const { body, isError } = await call('create_svc_mission', missionBody())
  expect(isError, JSON.stringify(body)).toBe(false)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const mine = await call('list_svc_missions', { owner: wallet.account.address })
  expect(mine.body.missions).toHaveLength(1)
})

test('the same call after an answer that never came makes no second record', async () => {
  const { opened, call, wallet } = await signedIn()
  opened.expectFault(/net::ERR_FAILED/)
  const keys: (string | undefined)[] = []
  await opened.page.route('**/api/v1/missions', async (route) => {
    keys.push((await route.request().allHeaders())['idempotency-key'])
    if (keys.length === 1) await route.fetch()
    return keys.length > 3 ? route.fallback() : route.abort()
  })
  const input = missionBody()
  expect(await call('create_svc_mission', input)).toEqual(refusal('not_confirmed'))
  expect(keys).toHaveLength(3)
  // A model may write the fields in another order.
  const inAnotherOrder = Object.fromEntries(Object.entries(input).reverse())
  const { body, isError } = await call('create_svc_mission', inAnotherOrder)
  expect(isError, JSON.stringify(body)).toBe(false)
  expect(new Set(keys).size).toBe(1)
  const mine = async () => (await call('list_svc_missions', { owner: wallet.account.address })).body.missions
  expect(await mine()).toEqual([expect.objectContaining({ id: body.mission.id })])
  // What is recorded is done: the same call is then a new intent.
  expect((await call('create_svc_mission', input)).isError).toBe(false)
  expect(await mine()).toHaveLength(2)
})

test('a call that its agent cancels in flight is not said to have saved nothing', async () => {
  const { opened, call, wallet } = await signedIn()
  const { page } = opened
  opened.expectFault(/net::ERR_FAILED/)
  const { start, cancel } = await cancellableCalls(opened)
  await page.route('**/api/v1/missions', async (route) => {
    await route.fetch()
    await cancel()
    await route.abort().catch(() => undefined)
  })
  const input = missionBody()
  expect(await start('create_svc_mission', input)).toEqual(refusal('not_confirmed').body)
  await page.unroute('**/api/v1/missions')
  expect((await call('create_svc_mission', input)).isError).toBe(false)
  const mine = await call('list_svc_missions', { owner: wallet.account.address })
  expect(mine.body.missions).toHaveLength(1)
})

test('a review needs verifier authority', async () => {
  const { proof } = await provenMission(owner, contributor)
  const { call, wallet } = await signedIn()
  const review = { proofId: proof.id, verdict: 'approve', reason: 'It is there.' }
  expect(await call('review_milestone_proof', review)).toEqual(refusal('verifier_first'))
  expect(wallet.signed).toHaveLength(1)
})

test('a review shows the exact text on the page, and only the person’s signature finishes it', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  const { opened, call, wallet } = await signedIn(verifier.account)
  const { page } = opened
  const review = { proofId: proof.id, verdict: 'request-changes', reason: 'Say which page it is.' }
  const statusOf = async () => (await call('get_svc_project', { missionId: mission.id })).body.mission.proofs[0].status

  const leaving = call('review_milestone_proof', review)
  await signButton(page).waitFor()
  await page.keyboard.press('Escape')
  expect(await leaving).toEqual(refusal('not_signed'))

  const finishing = call('review_milestone_proof', review)
  await signButton(page).waitFor()
  const text = await walletDialog(page).getByRole('region', { name: 'The exact text' }).textContent()
  expect(text).toContain('svc-proof-review-v1')
  expect(text).toContain(JSON.stringify(review.reason))
  expect(await statusOf()).toBe('submitted')
  expect(wallet.signed, 'only the sign-in so far').toHaveLength(1)

  await signButton(page).click()
  const { body, isError } = await finishing
  expect(isError, JSON.stringify(body)).toBe(false)
  expect(body.proof).toMatchObject({ id: proof.id, status: 'changes-requested' })
  expect(wallet.signed[1]).toBe(text)
  expect(body.proof.reviews[0].message).toBe(text)
})

test('further reviews wait until the person has closed the sheet before: none changes what they read', async () => {
  const [{ mission, proof }, { proof: other }] = await Promise.all([
    provenMission(owner, contributor),
    provenMission(owner, contributor),
  ])
  const { opened, call, wallet } = await signedIn(verifier.account)
  const { page } = opened
  const dialog = walletDialog(page)
  const text = dialog.getByRole('region', { name: 'The exact text' })
  const review = (proofId: string, verdict: string, reason: string) =>
    call('review_milestone_proof', { proofId, verdict, reason })

  const first = review(proof.id, 'reject', 'FIRST')
  await signButton(page).waitFor()
  const tried = page.waitForResponse((response) => response.url().endsWith(`/proof/${proof.id}/review`))
  const second = review(proof.id, 'approve', 'SECOND')
  await tried
  const triedThird = page.waitForResponse((response) => response.url().endsWith(`/proof/${other.id}/review`))
  const third = review(other.id, 'approve', 'THIRD')
  await triedThird
  const { held, release } = createHold()
  wallet.hold = held
  await signButton(page).click()
  await dialog.getByText(`Waiting for ${wallet.name}`).waitFor()
  expect(await text.textContent()).toContain('FIRST')
  release()
  await dialog.getByText('The signed verdict is recorded.').waitFor()
  expect((await first).body.proof).toMatchObject({ id: proof.id, status: 'rejected' })

  // What is judged already is refused without a sheet of its own; the next sheet comes after this one.
  opened.expectFault(/status of 409/)
  await dialog.getByText('The signed verdict is recorded.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await second).toEqual(refusal('conflict'))
  await signButton(page).waitFor()
  expect(await text.textContent()).toContain('THIRD')
  await page.keyboard.press('Escape')
  expect(await third).toEqual(refusal('not_signed'))
  const read = await call('get_svc_project', { missionId: mission.id })
  expect(read.body.mission.proofs[0].reviews).toHaveLength(1)
  expect(wallet.signed).toHaveLength(2)
})

test('a review that the service refuses is refused at once: no sheet keeps the agent waiting', async () => {
  const { proof } = await provenMission(owner, contributor)
  const { opened, call, wallet } = await signedIn(verifier.account)
  opened.expectFault(/status of (404|409)/)
  const verdict = { verdict: 'reject', reason: 'It is elsewhere.' }
  expect(await call('review_milestone_proof', { ...verdict, proofId: NOWHERE })).toEqual(refusal('not_found'))
  expect((await verifier.signed(`/api/v1/proof/${proof.id}/review`, verdict)).status).toBe(201)
  expect(await call('review_milestone_proof', { ...verdict, proofId: proof.id })).toEqual(refusal('conflict'))
  expect(await walletDialog(opened.page).count()).toBe(0)
  expect(wallet.signed, 'only the sign-in').toHaveLength(1)
})

test('what changes after the preview of a review, or after its text was shown, is not signed unseen', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  const { opened, call, wallet } = await signedInAgent(browser, verifier.account)
  const { page } = opened
  const addFile = async (name: string) => {
    const file = fileBody(samples['image/png'](name), proof.id)
    expect((await sendUpload(browser.base, contributor, mission.id, file)).status).toBe(201)
  }
  const review = { proofId: proof.id, verdict: 'approve', reason: 'It is there.' }
  const refusedUnsigned = async (answer: Promise<Json>) => {
    await walletDialog(page).getByText('It has changed since you read it.').waitFor()
    expect(await signButton(page).count()).toBe(0)
    await walletDialog(page).getByRole('button', { name: 'Close' }).last().click()
    expect(await answer).toEqual(refusal('conflict'))
    expect(wallet.signed, 'only the sign-in').toHaveLength(1)
  }
  expect((await call('review_milestone_proof', { ...review, preview: true })).isError).toBe(false)
  await addFile('after the preview')
  await refusedUnsigned(call('review_milestone_proof', review))

  opened.expectFault(/status of 410/)
  const answer = call('review_milestone_proof', review)
  await signButton(page).waitFor()
  await addFile('after the text')
  browser.setClock(11 * 60)
  await signButton(page).click()
  await walletDialog(page).getByRole('button', { name: 'Prepare it again' }).click()
  expect(wallet.signed.splice(1)).toEqual([expect.stringContaining('Verdict: approve')])
  await refusedUnsigned(answer)
  const read = await call('get_svc_project', { missionId: mission.id })
  expect(read.body.mission.proofs[0]).toMatchObject({ status: 'submitted', reviews: [] })
})

test('nothing is sent while the wallet has another account connected than the one signed in', async () => {
  const seed = await seedMission(owner)
  const { opened, call, wallet } = await signedIn()
  const signedInAs = wallet.account.address
  const [, second] = wallet.accounts
  if (!second) throw new Error('No second account.')
  await wallet.switchTo(second)
  expect(await call('claim_svc_mission', { missionId: seed.id })).toEqual(refusal('two_wallets'))
  // Nor on a page where nothing has asked for the wallet yet.
  await opened.page.reload()
  await agentToolsOffered(opened)
  expect(await call('claim_svc_mission', { missionId: seed.id })).toEqual(refusal('two_wallets'))
  expect(await sessionOf(opened.page)).toBe(signedInAs)
  expect((await call('get_svc_project', { missionId: seed.id })).body.mission.state).toBe('SEED')
})
