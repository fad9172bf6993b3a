import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runHook } from '@/tests/support/run-hook'
import { openScriptPage, showPage } from '@/tests/support/script-page'

// Lists that only the signed-in wallet may see.

const sessionOf = (address: string) => ({
  address,
  isAdmin: false,
  isVerifier: false,
  expiresAt: '2099-01-01T00:00:00.000Z',
})
const A = sessionOf('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
const B = sessionOf('0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B')

/** Who is signed in for the service. */
let signedIn = A
const read: string[] = []

/** A page on which A is signed in. */
async function openAsA() {
  vi.resetModules()
  const session = await import('@/components/wallet/session')
  session.keepSession(A)
  session.followSession()
  return session
}

beforeEach(() => {
  signedIn = A
  read.length = 0
  openScriptPage()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/session') return Response.json({ session: signedIn })
    read.push(url)
    return Response.json({ unread: 0, turns: [] })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('nothing is done on the list of one wallet once another is signed in', async () => {
  await openAsA()
  const { usePages } = await import('@/components/record/use-pages')
  const page = { read: async () => ({ items: ['a session of A'], nextCursor: null }), words: () => '' }
  const list = await runHook(() => usePages<string>(page))
  await expect.poll(() => list.now().items).toEqual(['a session of A'])
  const acts: string[] = []
  const act = (name: string) =>
    list.now().act(async () => {
      acts.push(name)
      return { said: name, items: () => [] }
    })
  // The cookie is B's, of which this page was not told.
  signedIn = B
  act('as B')
  const { walletState } = await import('@/components/wallet/wallet-store')
  await expect.poll(() => walletState().session).toEqual(B)
  await expect.poll(() => list.now().busy).toBe(false)
  expect([acts, list.now().items, list.now().said]).toEqual([[], ['a session of A'], ''])
  signedIn = A
  act('as A')
  await expect.poll(() => list.now().said).toBe('as A')
  expect(acts).toEqual(['as A'])
  await list.leave()
})

test('after Back the lists of a wallet are read again', async () => {
  await openAsA()
  const { usePages } = await import('@/components/record/use-pages')
  const { useMe } = await import('@/components/me/use-me')
  let reads = 0
  const page = {
    words: () => '',
    async read() {
      reads += 1
      return { items: [`reading ${reads}`], nextCursor: null }
    },
  }
  const list = await runHook(() => usePages<string>(page))
  const me = await runHook(() => useMe(A.address))
  await expect.poll(() => list.now().items).toEqual(['reading 1'])
  await expect.poll(() => read).toEqual(['/api/v1/me'])
  showPage(true)
  await expect.poll(() => list.now().items).toEqual(['reading 2'])
  await expect.poll(() => read).toEqual(['/api/v1/me', '/api/v1/me'])
  await list.leave()
  await me.leave()
})
