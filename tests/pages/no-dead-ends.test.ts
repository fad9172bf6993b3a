import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { day, fill, isBeforeReader, press, told } from '@/tests/support/pages-acts'
import { adminAccount, openAs } from '@/tests/support/pages-people'
import { freePort, startService } from '@/tests/support/pages-service'
import { signInByClicks } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { speakAt } from '@/tests/support/sandbox'
import { bundledService } from '@/tests/support/script'
import { besideSharedService, sharedService, verifierAccount } from '@/tests/support/shared-service'
import {
  claimedMission,
  completedMission,
  created,
  openChallenge,
  provenMission,
  seedMission,
} from '@/tests/support/story'

// Whoever gets stuck is told why, and what to do.

const NARROW = { viewport: { width: 390, height: 844 } }
const browser = testBrowser()
let admin: Actor
const platform = speakAt(sharedService().community)
beforeAll(async () => {
  admin = await signIn(browser.base, adminAccount())
})

test('a hidden mission tells its people who hid it and why, and a moderator restores it there', async () => {
  const [account, helper] = [freshAccount(), freshAccount()]
  const verifier = await signIn(browser.base, verifierAccount(0))
  const title = 'Paint the gate blue'
  const { mission, receipt } = await completedMission(
    await signIn(browser.base, account),
    await signIn(browser.base, helper),
    verifier,
    { title },
  )
  const path = `/missions/${mission.id}`
  const hide = { recordType: 'mission', recordId: mission.id, action: 'hide', reason: 'It asks for a private key.' }
  expect((await admin.post('/api/moderation', hide)).status).toBe(201)

  const owner = await openAs(browser, '/notifications', account, NARROW)
  owner.expectFault(/status of 404/)
  await owner.page.getByRole('link', { name: /A moderator hid a record of yours/ }).click()
  await owner.page.waitForURL(`**${path}`)
  const { page } = owner
  for (const place of [path, `/receipts/${receipt.id}`]) {
    await owner.goto(place)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.locator('main').getByText('It asks for a private key.', { exact: true }).waitFor()
    await page.getByText('30 Seeds are reversed meanwhile.').waitFor()
    expect(await page.getByRole('button', { name: 'Restore it' }).count()).toBe(0)
  }
  await expectAccessible(page)

  const stranger = await openAs(browser, '/', freshAccount(), NARROW)
  stranger.expectFault(/status of 404/)
  const told404 = stranger.page.waitForResponse(/moderation\/tombstone/)
  await stranger.goto(path)
  expect((await told404).status()).toBe(404)
  await stranger.page.getByText('Nothing grows at this address.').waitFor()
  expect(await stranger.page.locator('main').textContent()).not.toContain(title)

  await owner.goto(`/wallets/${helper.address}`)
  await page.getByText('A moderator hid the record: “It asks for a private key.”').first().waitFor()

  const moderator = await openAs(browser, '/', adminAccount(), NARROW)
  moderator.expectFault(/status of 404/)
  await moderator.goto(path)
  await fill(moderator.page, { 'Why is it restored\\?': 'The sentence is gone.' })
  await press(moderator.page, 'Restore it')
  await moderator.page.getByText('Done, and well.').first().waitFor({ state: 'attached' })
  expect((await fetch(browser.base + path)).status).toBe(200)
})

test('a challenge whose mission is hidden tells no false story', async () => {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const verifier = await signIn(browser.base, verifierAccount(0))
  const title = 'A greeting that is hidden later'
  const { id } = await openChallenge(owner, { title, submissionDeadline: day(0) })
  const post = await platform.post(await platform.muse('Wren'), { text: 'We take the short one.' })
  browser.passDays(1)
  const decision = { side: 'A', decisionUrl: platform.url(post), explanation: 'The thread closed so.' }
  await created(owner.post(`/api/v1/challenges/${id}/decision`, decision))

  const judge = await openAs(browser, `/challenges/${id}`, verifierAccount(0), NARROW)
  await judge.page.locator('form').getByText('We take the short one.').first().waitFor()
  await judge.page.goto('/review')
  const card = judge.page.getByRole('article', { name: title })
  await card.getByRole('button', { name: /^Review/ }).click()
  await card.locator('form').getByText('We take the short one.').first().waitFor()

  const verdict = { verdict: 'approve', explanation: 'It says so.' }
  await created(verifier.signed(`/api/v1/challenges/${id}/verify-decision`, verdict))
  const { mission } = await created(
    owner.post(`/api/v1/challenges/${id}/convert`, {
      deliverable: 'The greeting.',
      deadline: day(30),
      rewardTerms: 'Seeds.',
      requiredProof: 'A link.',
      milestones: [{ title: 'It is public', required: true }],
    }),
  )
  await created(
    admin.post('/api/moderation', {
      recordType: 'mission',
      recordId: mission.id,
      action: 'hide',
      reason: 'Not a place for this.',
    }),
  )
  const { page } = await browser.open({ ...NARROW, path: `/challenges/${id}` })
  await page.getByText('It became a mission, which a moderator has hidden.').waitFor()
  expect(await page.locator('main').textContent()).not.toContain('can no longer open')
})

test('where no verifier may judge, the page says so, and a claim what it would cause', async () => {
  const [first, second] = [verifierAccount(0), verifierAccount(1)]
  const [owner, helper] = [await signIn(browser.base, first), await signIn(browser.base, second)]
  const { mission } = await provenMission(owner, helper, { title: 'Nobody may judge this' })
  const open = await seedMission(owner, { title: 'Claim it, or better not' })

  const port = await freePort()
  const list = [first, second].map(({ address }) => address).join(',')
  const service = await startService(
    { ...besideSharedService(), PORT: String(port), VERIFIER_WALLETS: list },
    bundledService(),
  )
  const base = `http://localhost:${port}`
  try {
    const { page } = await browser.open({ ...NARROW, path: `${base}/missions/${mission.id}` })
    await page.getByText('No verifier can judge this', { exact: true }).waitFor()
    await page.getByText('It waits until the operator lists another: ask them to.').waitFor()
    await expectAccessible(page)

    const claimer = await browser.open({
      ...NARROW,
      path: `${base}/missions/${open.id}`,
      wallets: [{ accounts: [second] }],
    })
    const [wallet] = claimer.wallets
    if (!wallet) throw new Error('No wallet.')
    await signInByClicks(claimer.page, wallet)
    await claimer.page.getByText('You are the last verifier who may judge this mission.').waitFor()
    await press(claimer.page, 'Claim it')
    await told(claimer.page, 'The mission is yours.')
    await claimer.page.getByText('No verifier can judge this yet', { exact: true }).waitFor()
  } finally {
    await service.stop()
  }
})

test('a link is looked at while it is typed, or chosen from the discussion', async () => {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const { id } = await openChallenge(owner, { submissionDeadline: day(0) })
  const root = await platform.post(await platform.muse('Heron'), { text: 'Which greeting is kinder?' })
  await platform.post(await platform.muse('Wren'), { text: 'Take <b>the short one</b>, all of us say.', parent: root })
  const at = `/api/v1/challenges/${id}/musebook`
  await owner.post(at, { channel: 'lobby', originPostUrl: platform.url(root) })
  expect((await owner.post(`${at}/sync`)).body.proposals).toHaveLength(1)
  const other = await platform.post(await platform.muse('Robin'), { text: 'A later word.' })
  browser.passDays(1)

  const { page, expectFault } = await openAs(browser, `/challenges/${id}`, account, NARROW)
  expectFault(/status of (404|503)/)
  const field = { 'The public post with the decision': platform.url(root) }
  const form = page.locator('form')
  await fill(page, field)
  await form.getByText('Which greeting is kinder?').first().waitFor()
  await form.getByText('Heron', { exact: true }).waitFor()

  await fill(page, { 'The public post with the decision': platform.url(99_999_999) })
  await form.getByText(/^There is no such post on/).waitFor()
  await fill(page, { 'The public post with the decision': 'https://example.org/elsewhere' })
  await form.getByText(/^This is not the address of a public post on/).waitFor()

  await page.route('**/api/import?*', (route) => route.fulfill({ status: 503, json: {} }))
  await fill(page, { 'The public post with the decision': platform.url(other) })
  await form.getByText(/does not answer now, so the post cannot be shown. You may go on.$/).waitFor()
  await page.unroute('**/api/import?*')
  await press(page, 'Look again')
  const found = form.getByText('A later word.').first()
  await found.waitFor()
  const hasFocus = (words: Element) =>
    document.activeElement !== document.body && document.activeElement?.contains(words)
  expect(await found.evaluate(hasFocus), 'the pressed button is gone').toBe(true)

  await page.getByText('Choose a post of the discussion').click()
  await form.getByRole('button', { name: /^Wren/ }).click()
  await form.getByRole('figure').getByText('<b>the short one</b>').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('radio', { name: /^Side A/ }).check()
  await fill(page, { 'How it was decided': 'All of them said so.' })
  await press(page, 'Record this decision')
  await told(page, 'The decision is recorded.')
})

test('a proof that was sent back is answered where the verifier’s words stand, with its files', async () => {
  const [account, helper] = [freshAccount(), freshAccount()]
  const contributor = await signIn(browser.base, helper)
  const { mission, proof } = await provenMission(await signIn(browser.base, account), contributor)
  const verifier = await signIn(browser.base, verifierAccount(0))
  const words = { verdict: 'request-changes', reason: 'Show the page as it is now.' }
  expect((await verifier.signed(`/api/v1/proof/${proof.id}/review`, words)).status).toBe(201)

  const { page } = await openAs(browser, `/missions/${mission.id}`, helper, NARROW)
  const form = page.locator('form')
  await form.getByText('Show the page as it is now.').waitFor()
  expect(await page.getByLabel(/^Address/).inputValue()).toBe('https://example.org/proof')
  expect(await page.getByRole('radio', { name: /^Link/ }).isChecked()).toBe(true)
  await fill(page, { 'What was done': 'The page is up, and here is a picture.' })
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } })
  const files = page.getByLabel(/^Files that show it/)
  await files.setInputFiles([
    { name: 'page.png', mimeType: 'image/png', buffer },
    { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('What the page says.\n') },
    { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 'x') },
    { name: 'data.bin', mimeType: 'image/png', buffer: Buffer.from([0xff, 0xfe, 0]) },
  ])
  const fault = form.getByText('was left out')
  await expect.poll(() => fault.textContent()).toContain('data.bin was left out: it is neither a PNG')
  expect(await fault.textContent()).toContain(
    'nothing.txt was left out: it is empty. large.txt was left out: it is larger than 5 MB.',
  )
  const named = () => files.evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name))
  expect(await named(), 'the browser says how many there are').toEqual(['page.png', 'words.txt'])
  await form.locator('canvas').first().waitFor()
  await expectAccessible(page)
  await press(page, 'Submit this proof')
  await told(page, 'Your proof is recorded, and waits for a verifier. Its 2 files are there.')
  const { body } = await contributor.get(`/api/v1/missions/${mission.id}/proof`)
  expect(
    body.proofs
      .at(-1)
      .files.map(({ contentType }: { contentType: string }) => contentType)
      .sort(),
  ).toEqual(['image/png', 'text/plain'])

  await page.reload()
  const milestone = page.locator('#milestones').locator('..').locator('..')
  await milestone.getByText('The page is up, and here is a picture.').waitFor()
  expect(await milestone.getByText('The page is live.').isVisible()).toBe(false)
  await page.getByText('The attempt before').click()
  await milestone.getByText('The page is live.').waitFor()
})

test('a proof that was rejected is answered where the verifier’s words stand, with what was typed of its transaction', async () => {
  const helper = freshAccount()
  const contributor = await signIn(browser.base, helper)
  const mission = await claimedMission(await signIn(browser.base), contributor, {
    milestones: [
      { title: 'The first half', required: true },
      { title: 'The second half', required: true },
    ],
  })
  const [, second] = mission.milestones
  const transaction = {
    kind: 'Transaction',
    url: 'https://example.org/tx',
    chainId: '8453',
    txHash: `0x${'ab'.repeat(32)}`,
  }
  const { body } = await contributor.post(`/api/v1/milestones/${second.id}/proof`, {
    ...transaction,
    note: 'It is paid.',
  })
  const verifier = await signIn(browser.base, verifierAccount(0))
  const words = { verdict: 'reject', reason: 'This transaction paid somebody else.' }
  expect((await verifier.signed(`/api/v1/proof/${body.proof.id}/review`, words)).status).toBe(201)

  const { page } = await openAs(browser, `/missions/${mission.id}`, helper, NARROW)
  const form = page.locator('form')
  await form.getByText('The verifier rejected the last proof').waitFor()
  await form.getByText('This transaction paid somebody else.').waitFor()
  expect(await page.getByRole('radio', { name: /^The second half/ }).isChecked()).toBe(true)
  expect(await page.getByLabel(/^Transaction hash/).inputValue()).toBe(transaction.txHash)
  expect(await page.getByLabel(/^Chain id/).inputValue()).toBe('8453')
  await page.getByRole('radio', { name: /^The first half/ }).check()
  expect(await form.getByText('This transaction paid somebody else.').count(), 'it was said of the other half').toBe(0)
})

test('files that could not be sent are sent again, and the proof stands meanwhile', async () => {
  const helper = freshAccount()
  const contributor = await signIn(browser.base, helper)
  const { id } = await claimedMission(await signIn(browser.base), contributor)
  const { page, expectFault } = await openAs(browser, `/missions/${id}`, helper, NARROW)
  expectFault(/status of 503/)
  await fill(page, { Address: 'https://example.org/a-page', 'What was done': 'It is up.' })
  const words = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('What the page says.\n') }
  await page.getByLabel(/^Files that show it/).setInputFiles(words)
  await page.route('**/files', (route) => route.fulfill({ status: 503, json: {} }))
  await press(page, 'Submit this proof')
  await page.getByRole('alert').getByText('Your proof is recorded, but file 1 of 1 (words.txt) is not there').waitFor()
  await page.unroute('**/files')
  await press(page, 'Try again')
  await told(page, 'Your proof is recorded, and waits for a verifier. Its file is there.')
})

test('a file that is refused is left out, and those after it are sent all the same', async () => {
  const helper = freshAccount()
  const contributor = await signIn(browser.base, helper)
  const { id } = await claimedMission(await signIn(browser.base), contributor)
  const { page, expectFault } = await openAs(browser, `/missions/${id}`, helper, NARROW)
  expectFault(/status of 503/)
  await fill(page, { Address: 'https://example.org/a-page', 'What was done': 'It is up.' })
  const texts = ['The first.\n', 'The second.\n', 'The third.\n']
  await page
    .getByLabel(/^Files that show it/)
    .setInputFiles(texts.map((text, at) => ({ name: `${at}.txt`, mimeType: 'text/plain', buffer: Buffer.from(text) })))
  await page.route('**/files', (route) => route.fulfill({ status: 503, json: {} }))
  await press(page, 'Submit this proof')
  await page.getByRole('alert').getByText('Your proof is recorded, but file 1 of 3 (0.txt) is not there').waitFor()
  await press(page, 'Go on without')
  await page.getByRole('alert').getByText('Your proof is recorded, but file 2 of 3 (1.txt) is not there').waitFor()
  await page.unroute('**/files')
  await press(page, 'Try again')
  await told(page, 'Your proof is recorded, and waits for a verifier. 2 of 3 files are there.')
  const { proofs } = (await contributor.get(`/api/v1/missions/${id}/proof`)).body
  expect(proofs[0].files).toHaveLength(2)
})

test('where a file can never pass, the page shows the proof meanwhile, its reader stands before the reason, and another file takes its place', async () => {
  const helper = freshAccount()
  const contributor = await signIn(browser.base, helper)
  const { id } = await claimedMission(await signIn(browser.base), contributor)
  const { page, expectFault } = await openAs(browser, `/missions/${id}`, helper, NARROW)
  expectFault(/status of 400/)
  await fill(page, { Address: 'https://example.org/a-page', 'What was done': 'It is up.' })
  const words = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`What ${name} says.\n`) })
  await page.getByLabel(/^Files that show it/).setInputFiles(words('first.txt'))
  const error = { code: 'invalid_request', message: 'This file is none.', field: 'file' }
  await page.route('**/files', (route) => route.fulfill({ status: 400, json: { error } }))
  await press(page, 'Submit this proof')
  const alert = page.getByRole('alert').filter({ hasText: 'file 1 of 1 (first.txt) is not there: This file is none.' })
  await alert.waitFor()
  // The page and the list of actions tell of the proof, although its file is not there.
  await page.locator('main header').getByText('Proof submitted', { exact: true }).waitFor()
  await page.locator('#milestones').locator('..').locator('..').getByText('It is up.').waitFor({ state: 'attached' })
  expect(await page.getByRole('button', { name: 'Submit this proof' }).count()).toBe(0)
  await expect.poll(() => isBeforeReader(alert)).toBe(true)
  expect(await page.getByRole('button', { name: 'Try again' }).count(), 'it would be refused again').toBe(0)
  await page.unroute('**/files')
  const choose = async (file: ReturnType<typeof words>) => {
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'Choose another file')
    await (await chooser).setFiles(file)
  }
  await choose({ ...words('empty.txt'), buffer: Buffer.alloc(0) })
  await page.getByRole('alert').getByText('file 1 of 1 (empty.txt) is not there: it is empty.').waitFor()
  await choose(words('second.txt'))
  await told(page, 'Your proof is recorded, and waits for a verifier. Its file is there.')
  const { proofs } = (await contributor.get(`/api/v1/missions/${id}/proof`)).body
  expect(proofs.map(({ files }: { files: unknown[] }) => files.length)).toEqual([1])
})

test('a new contributor’s form holds nothing of what a former one submitted, and shows why it was returned', async () => {
  const [former, helper] = [await signIn(browser.base), freshAccount()]
  const { mission, proof } = await provenMission(await signIn(browser.base), former)
  const verifier = await signIn(browser.base, verifierAccount(0))
  const words = { verdict: 'reject', reason: 'The page is of somebody else.' }
  expect((await verifier.signed(`/api/v1/proof/${proof.id}/review`, words)).status).toBe(201)
  const at = `/api/v1/missions/${mission.id}`
  expect((await former.post(`${at}/release`, { reason: 'No time.' })).status).toBe(201)
  expect((await (await signIn(browser.base, helper)).post(`${at}/claim`)).status).toBe(201)

  const { page } = await openAs(browser, `/missions/${mission.id}`, helper, NARROW)
  await page.locator('form').getByText('The page is of somebody else.').waitFor()
  expect(await page.getByLabel(/^Address/).inputValue()).toBe('')
})
