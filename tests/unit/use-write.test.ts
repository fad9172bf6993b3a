import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { releaseMission } from '@/lib/missions/contract'
import { runHook } from '@/tests/support/run-hook'
import { openScriptPage } from '@/tests/support/script-page'

const SESSION = {
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  isAdmin: false,
  isVerifier: false,
  expiresAt: '2099-01-01T00:00:00.000Z',
}
const INPUT = { params: { id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8f' }, body: { reason: 'No time.' } }
const RECORDED = { mission: {} }

/** What was sent, in order. */
const sent: ('trial' | 'write')[] = []
let endTrial: () => void = () => undefined

beforeEach(() => {
  sent.length = 0
  openScriptPage()
  const isOver = new Promise<void>((resolve) => (endTrial = resolve))
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/auth/session') return Response.json({ session: SESSION })
    const isTrial = new Headers(init?.headers).has('dry-run')
    sent.push(isTrial ? 'trial' : 'write')
    if (!isTrial) return Response.json(RECORDED)
    await isOver
    return Response.json({ dryRun: { status: 200, body: RECORDED } })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('while a trial is on its way nothing is written, so that its end takes away no result', async () => {
  vi.resetModules()
  const { keepSession } = await import('@/components/wallet/session')
  const { useWrite } = await import('@/components/forms/use-write')
  keepSession(SESSION)
  const write = await runHook(() => useWrite(releaseMission, { done: () => ({ words: 'It is given back.' }) }))
  const trial = write.now().tryOut(INPUT)
  await expect.poll(() => sent).toEqual(['trial'])
  // The form is sent by Enter, although its button is busy.
  const early = write.now().submit(INPUT)
  await new Promise(setImmediate)
  endTrial()
  expect([await trial, await early, sent]).toEqual([RECORDED, null, ['trial']])
  await expect.poll(() => write.now().busy).toBe(false)

  expect(await write.now().submit(INPUT)).toEqual(RECORDED)
  await expect.poll(() => write.now().outcome).toEqual({ words: 'It is given back.' })
  expect(sent).toEqual(['trial', 'write'])
  await write.leave()
})
