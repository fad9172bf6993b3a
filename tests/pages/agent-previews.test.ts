import { expect, test } from 'vitest'
import { cancellableCalls, signedInAgent, toolRefusal, WEB_MCP } from '@/tests/support/agent'
import { signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { signButton } from '@/tests/support/pages-steps'
import { verifierAccount } from '@/tests/support/shared-service'
import { challengeBody, dayFromNow, missionBody, provenMission } from '@/tests/support/story'

// An agent that asks what would happen before it acts.

const browser = testBrowser([WEB_MCP])

test('a preview tells what would be recorded or refused, and keeps nothing', async () => {
  const { opened, call, wallet } = await signedInAgent(browser)
  const today = dayFromNow(0)
  const tried = await call('create_svc_challenge', { ...challengeBody({ submissionDeadline: today }), preview: true })
  expect(tried).toMatchObject({
    isError: false,
    body: { dryRun: { status: 201, body: { challenge: { state: 'DRAFT' } } } },
  })
  expect((await call('list_svc_challenges', { owner: wallet.account.address })).body.challenges).toEqual([])
  expect(await opened.page.getByText('Your agent did this').count()).toBe(0)

  opened.expectFault(/status of 40[39]/)
  const mine = await call('create_svc_mission', missionBody())
  const claim = { missionId: mine.body.mission.id, preview: true }
  expect(await call('claim_svc_mission', claim)).toEqual(toolRefusal('forbidden'))
})

test('a preview of a review tells the exact text, and asks no wallet', async () => {
  const { mission, proof } = await provenMission(await signIn(browser.base), await signIn(browser.base))
  const { opened, call, wallet } = await signedInAgent(browser, verifierAccount())
  const review = { proofId: proof.id, verdict: 'approve', reason: 'It is there.', preview: true }
  const { body, isError } = await call('review_milestone_proof', review)
  expect(isError, JSON.stringify(body)).toBe(false)
  expect(body.dryRun.body).toMatchObject({ signatureRequired: true, message: expect.stringContaining('It is there.') })
  expect(await signButton(opened.page).count()).toBe(0)
  expect(wallet.signed, 'only the sign-in').toHaveLength(1)
  const shown = await call('get_svc_project', { missionId: mission.id })
  expect(shown.body.mission.proofs[0].status).toBe('submitted')
})

test('an agent is told when a signature was sent and its answer was lost, not that nothing was recorded', async () => {
  const { proof } = await provenMission(await signIn(browser.base), await signIn(browser.base))
  const { opened, call } = await signedInAgent(browser, verifierAccount())
  const { page, expectFault } = opened
  expectFault(/net::ERR_FAILED/)
  const answer = call('review_milestone_proof', { proofId: proof.id, verdict: 'approve', reason: 'It is there.' })
  await signButton(page).waitFor()
  await page.route(`**/api/v1/proof/${proof.id}/review`, (route) => route.abort())
  await signButton(page).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  expect(await answer).toEqual(toolRefusal('not_confirmed'))
})

test('a review that its agent takes back while the person reads it cannot be signed any more', async () => {
  const { mission, proof } = await provenMission(await signIn(browser.base), await signIn(browser.base))
  const { opened, call, wallet } = await signedInAgent(browser, verifierAccount())
  const { page } = opened
  const { start, cancel } = await cancellableCalls(opened)
  const answer = start('review_milestone_proof', { proofId: proof.id, verdict: 'approve', reason: 'It is there.' })
  await signButton(page).waitFor()
  await cancel()
  await page.getByText('Your agent no longer asks for this, and nothing more is sent.').waitFor()
  expect(await signButton(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).last().click()
  expect(await answer).toEqual(toolRefusal('not_signed').body)
  expect(wallet.signed, 'only the sign-in').toHaveLength(1)
  const shown = await call('get_svc_project', { missionId: mission.id })
  expect(shown.body.mission.proofs[0].status).toBe('submitted')
})
