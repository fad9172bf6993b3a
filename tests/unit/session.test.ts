import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage, openScriptPage, showPage } from '@/tests/support/script-page'

// What a page knows of its session: from the service, and until that has answered from what the browser has stored.

const sessionOf = (address: string) => ({
  address,
  isAdmin: false,
  isVerifier: false,
  expiresAt: '2099-01-01T00:00:00.000Z',
})
const A = sessionOf('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
const B = sessionOf('0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B')
type Session = typeof A | null

/** The answers of the service to come, in order; the last one is also given to whoever asks more often. */
let answers: Promise<Session>[] = []
let asked = 0

const answer = (...sessions: (Session | Promise<Session>)[]) => {
  answers = sessions.map((session) => Promise.resolve(session))
}

/** A new page in this browser. */
async function openPage() {
  vi.resetModules()
  const [session, store] = await Promise.all([
    import('@/components/wallet/session'),
    import('@/components/wallet/wallet-store'),
  ])
  return { ...session, ...store }
}

/** A page on which A is signed in, as the browser leaves it when its reader goes on to another. */
async function leftByA() {
  const page = await openPage()
  answer(A)
  page.keepSession(A)
  page.followSession()
  return page
}

beforeEach(() => {
  asked = 0
  openScriptPage()
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ session: await (answers.length > 1 ? answers.shift() : answers[0]) })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('Back after a sign-out shows the page of nobody, from before the service has answered', async () => {
  const page = await leftByA()
  const next = await openPage()
  next.keepSession(null)
  let say: (session: Session) => void = () => undefined
  answer(new Promise<Session>((resolve) => (say = resolve)))
  showPage(true)
  expect(page.walletState()).toMatchObject({ session: null, known: false })
  say(null)
  await expect.poll(() => page.walletState()).toMatchObject({ session: null, known: true })
  expect([asked, page.returns.get()]).toEqual([1, 0])
})

test('Back after somebody else has signed in is their page', async () => {
  const page = await leftByA()
  const next = await openPage()
  next.keepSession(B)
  answer(B)
  showPage(true)
  expect(page.walletState().session).toBeNull()
  await expect.poll(() => page.walletState().session).toEqual(B)
  expect(page.returns.get(), 'what was shown of A is gone, and not read again').toBe(0)
})

test('Back to a page of the same wallet leaves it there, and has it read again', async () => {
  const page = await leftByA()
  showPage(true)
  expect(page.walletState().session).toEqual(A)
  await expect.poll(() => page.returns.get()).toBe(1)
  expect([page.walletState().session, asked]).toEqual([A, 1])
  showPage(false)
  await new Promise(setImmediate)
  expect([page.returns.get(), asked], 'a page that was loaded has just asked').toEqual([1, 1])
})

test('Back to a page of nobody asks for no session, unless somebody has signed in meanwhile', async () => {
  const page = await openPage()
  page.followSession()
  showPage(true)
  await new Promise(setImmediate)
  expect([asked, page.walletState().known]).toEqual([0, true])
  const next = await openPage()
  next.keepSession(B)
  answer(B)
  showPage(true)
  await expect.poll(() => page.walletState().session).toEqual(B)
})

test('an answer that was on its way when the page was left does not count after Back', async () => {
  const page = await leftByA()
  let say: (session: Session) => void = () => undefined
  answer(new Promise<Session>((resolve) => (say = resolve)), null)
  void page.askSession()
  showPage(true)
  say(A)
  await expect.poll(() => asked).toBe(2)
  await expect.poll(() => page.walletState().session).toBeNull()
})

test('an act on what one wallet may see is this wallet’s or none', async () => {
  const page = await leftByA()
  expect(await page.isStillActor(A.address)).toBe(true)
  answer(B)
  expect(await page.isStillActor(A.address)).toBe(false)
  expect(page.walletState().session, 'who is signed in is shown').toEqual(B)
  answer(null)
  expect(await page.isStillActor(B.address), 'the service refuses it').toBe(true)
})

test('where storage is blocked each page asks for the session, which nothing else tells of', async () => {
  vi.unstubAllGlobals()
  const blocked = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  openScriptPage({ getItem: blocked, setItem: blocked, removeItem: blocked })
  vi.stubGlobal('fetch', async () => Response.json({ session: A }))
  const page = await openPage()
  page.followSession()
  expect(page.walletState().known).toBe(false)
  await expect.poll(() => page.walletState()).toMatchObject({ session: A, known: true })
})

test('where nothing can be stored the session is asked for with the wallet code', async () => {
  vi.unstubAllGlobals()
  const full = Object.assign(Object.create(makeStorage()), {
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  openScriptPage(full)
  vi.stubGlobal('fetch', async () => Response.json({ session: A }))
  const page = await openPage()
  page.followSession()
  expect(page.walletState()).toMatchObject({ session: null, known: true })
  const { loadWallet } = await import('@/components/wallet/wallet')
  await loadWallet()
  expect(page.walletState().session).toEqual(A)
  // After Back, too, that nothing is stored does not say that the wallet has signed out.
  showPage(true)
  expect(page.walletState().session).toEqual(A)
})
