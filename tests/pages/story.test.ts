import { expect, test } from 'vitest'
import { DESKTOP, PHONE, testBrowser } from '@/tests/support/pages'
import { challengeFields, day, fill, missionFields, press, shows, sign, told } from '@/tests/support/pages-acts'
import { short, signButton, signInByClicks, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { sharedService, verifierAccount } from '@/tests/support/shared-service'

const PAYMENT = `0x${'ab'.repeat(31)}01`

const browser = testBrowser()

/** Somebody with a wallet, signed in by clicking. */
async function person(path: string, account = freshAccount(), viewport = DESKTOP) {
  const opened = await browser.open({ path, viewport, wallets: [{ accounts: [account] }] })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(opened.page, wallet)
  return { ...opened, wallet }
}

test('the whole story, by clicking: from a question to a receipt', { timeout: 300_000 }, async () => {
  const owner = await person('/challenges/new')
  // The post of the decision is made up: the platform says so.
  owner.expectFault(/status of 404/)
  await fill(owner.page, challengeFields)
  await press(owner.page, 'Publish this challenge')
  await owner.page.waitForURL(/\/challenges\/[0-9a-f-]{36}$/)
  const challenge = new URL(owner.page.url()).pathname

  for (const side of ['A', 'B'] as const) {
    const { page } = await person(challenge)
    await page.getByRole('radio', { name: `Side ${side}` }).check()
    await fill(page, { 'Address of the response': `https://example.org/${side}` })
    await press(page, 'Record this link')
    await told(page, 'The response link is recorded.')
  }

  browser.passDays(1)
  await owner.goto(challenge)
  await owner.page.getByRole('radio', { name: 'Side B' }).check()
  await fill(owner.page, {
    'The public post with the decision': `${sharedService().community}/board/lobby/42`,
    'How it was decided': 'The thread closed in favour of the friendly one.',
  })
  await press(owner.page, 'Record this decision')
  await told(owner.page, 'The decision is recorded.')
  await owner.page.getByText('You own this challenge, so you cannot verify its decision.').waitFor()
  await shows(owner.page, 'Decision submitted')

  const verifier = await person(challenge, verifierAccount())
  verifier.expectFault(/status of 404/)
  await verifier.page.getByRole('radio', { name: 'Approve' }).check()
  await fill(verifier.page, { Why: 'The linked post says so.' })
  await sign(verifier.page)
  await shows(verifier.page, 'Decision verified')

  await owner.goto(challenge)
  await fill(owner.page, {
    Deliverable: 'The greeting, final and published.',
    'Proof required': 'A link to the published page.',
    'Reward terms': 'Thirty Seeds and a thank-you.',
    Deadline: day(60),
    Milestone: 'The greeting is public',
  })
  await press(owner.page, 'Create the mission')
  await told(owner.page, 'The decision is a mission now.')
  await owner.page.getByRole('link', { name: 'Go to the mission' }).click()
  await owner.page.waitForURL(/\/missions\//)
  const mission = new URL(owner.page.url()).pathname
  await owner.page.getByText('You own this mission, so you cannot claim it.').waitFor()

  const contributor = await person(mission, freshAccount(), PHONE)
  await press(contributor.page, 'Claim it')
  await told(contributor.page, 'The mission is yours.')

  const prove = async (url: string) => {
    await press(contributor.page, 'Submit proof')
    await fill(contributor.page, { Address: url, 'What was done': `It stands at ${url}.` })
    await press(contributor.page, 'Submit this proof')
    await told(contributor.page, 'Your proof is recorded')
  }
  const review = async (verdict: string, why: string) => {
    await verifier.goto(mission)
    await verifier.page.getByRole('radio', { name: verdict }).check()
    await fill(verifier.page, { Why: why })
    await sign(verifier.page)
  }
  await prove('https://example.org/draft')
  await contributor.page.getByText('You submitted this proof, so you cannot review it.').waitFor()
  await review('Request changes', 'The last sentence is missing.')
  await contributor.goto(mission)
  await contributor.page.getByRole('button', { name: 'Submit proof', expanded: true }).click()
  await prove('https://example.org/final')
  await review('Approve', 'Now it is whole.')
  await shows(verifier.page, 'Verified')

  await owner.goto(mission)
  await fill(owner.page, { 'Your statement': 'The greeting greets.' })
  await press(owner.page, 'Record the outcome for good')
  await told(owner.page, 'the receipt is issued')
  await press(owner.page, 'Record a payment')
  await fill(owner.page, { 'Transaction hash': PAYMENT, 'Chain id': '8453' })
  await press(owner.page, 'Record this payment')
  await told(owner.page, 'The payment is recorded')
  await shows(owner.page, 'Completed')

  await owner.page.getByRole('status').getByRole('link', { name: 'Read the receipt' }).click()
  await owner.page.waitForURL(/\/receipts\//)
  const receipt = await owner.page.locator('main').textContent()
  for (const words of ['The greeting greets.', 'The linked post says so.', 'Now it is whole.', 'last sentence'])
    expect(receipt).toContain(words)
  expect(receipt).toContain(short(verifierAccount().address))
  expect(await owner.page.locator('main').innerHTML()).toContain(PAYMENT)
})

test('whoever only reads is told how to act, and the page asks for no wallet', async () => {
  const owner = await person('/missions/new')
  await fill(owner.page, missionFields)
  await press(owner.page, 'Publish this mission')
  await owner.page.waitForURL(/\/missions\/[0-9a-f-]{36}$/)
  const path = new URL(owner.page.url()).pathname

  const reader = await browser.open({ path })
  await reader.page.getByRole('heading', { name: 'Your actions' }).waitFor()
  await reader.page.getByRole('button', { name: 'Connect a wallet to act' }).click()
  await walletDialog(reader.page).getByRole('heading', { name: 'No wallet found' }).waitFor()
  const html = await (await reader.context.request.get(path)).text()
  expect(html).toContain('Acting here needs JavaScript and a wallet.')
})

test('a draft survives a reload and the sign-in', async () => {
  const { page, wallets } = await browser.open({ path: '/challenges/new', wallets: [{}] })
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await fill(page, challengeFields)
  await page.reload()
  await page.getByText('Your draft from before is here again.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe(challengeFields['Title'])

  await press(page, 'Publish this challenge')
  await signButton(page).click()
  await page.waitForURL(/\/challenges\/[0-9a-f-]{36}$/)
  await page.goto('/challenges/new')
  expect(await page.getByLabel('Title').inputValue()).toBe('')
})

test('a fault that only the service can find stands at its field', async () => {
  const { page, expectFault } = await person('/missions/new')
  expectFault(/status of 400/)
  await fill(page, { ...missionFields, 'The public post it comes from': 'https://elsewhere.example/board/lobby/7' })
  await press(page, 'Publish this mission')
  const field = page.getByLabel('The public post it comes from')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const described = await field.getAttribute('aria-describedby')
  const words = await Promise.all((described ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
  expect(words.join(' ')).toContain(`a public post on ${new URL(sharedService().community).host}`)
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a double click makes one record', async () => {
  const { page, context, wallet } = await person('/challenges/new')
  await fill(page, challengeFields)
  await page.getByRole('button', { name: 'Publish this challenge' }).dblclick()
  await page.waitForURL(/\/challenges\/[0-9a-f-]{36}$/)
  const list = await context.request.get(`/api/v1/challenges?owner=${wallet.account.address}`)
  expect((await list.json()).challenges).toHaveLength(1)
})

/** Runs in the page: the form is submitted once more when its answer has been read, before the page shows it. */
function pressAsTheAnswerComes(): void {
  const whole = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const response = await whole(input, init)
    if (init?.method !== 'POST') return response
    const answer = await response.json()
    const press = async () => {
      // All of them run before the next task, and a page is drawn in a task.
      for (let turns = 0; turns < 100; turns += 1) await null
      document.querySelector('main form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
    }
    return Object.assign(new Response(null, response), {
      async json() {
        void press()
        return answer
      },
    })
  }
}

test('a press that is handled when the answer is here, and not yet shown, makes no second record', async () => {
  const { page, context, wallet } = await person('/challenges/new')
  await fill(page, challengeFields)
  await page.evaluate(pressAsTheAnswerComes)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/challenges')) posts += 1
  })
  await press(page, 'Publish this challenge')
  await page.waitForURL(/\/challenges\/[0-9a-f-]{36}$/)
  const list = await context.request.get(`/api/v1/challenges?owner=${wallet.account.address}`)
  expect((await list.json()).challenges).toHaveLength(1)
  expect(posts).toBe(1)
})

test('milestones are added, moved and removed by keyboard', async () => {
  const { page } = await person('/missions/new')
  await fill(page, { Milestone: 'First' })
  await page.getByRole('button', { name: 'Add a milestone' }).press('Enter')
  await page.keyboard.type('Second')
  await page.getByRole('button', { name: 'Move milestone 2 up' }).press('Enter')
  const titles = () =>
    page.getByLabel('Milestone', { exact: true }).evaluateAll((fields) => fields.map((f) => Reflect.get(f, 'value')))
  await expect.poll(titles).toEqual(['Second', 'First'])
  await page.getByRole('button', { name: 'Remove milestone 1' }).press('Enter')
  await expect.poll(titles).toEqual(['First'])
})
