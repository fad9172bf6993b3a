import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sheet } from '@/components/wallet/sheets/sheets'

// The dialog is one matter's at a time.

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => vi.useRealTimers())

const sheet = (): Sheet => ({ kind: 'two-wallets', flow: { signedIn: '0x', signInAsOther() {}, leave() {} } })

async function openDialog() {
  const { inTurn } = await import('@/components/wallet/sheets/turns')
  const { sheets, openSheet, closeSheet } = await import('@/components/wallet/sheets/sheets')
  const began: string[] = []
  /** A matter that opens a sheet and waits for its end. */
  const ask = (name: string, signal?: AbortSignal) => {
    const own = sheet()
    let end = () => {}
    const done = inTurn(async (hasWaited) => {
      began.push(hasWaited ? `${name}, later` : name)
      openSheet(own)
      await new Promise<void>((resolve) => (end = resolve))
      return name
    }, signal)
    return { done, end: () => end(), close: () => closeSheet(own) }
  }
  return { began, ask, shown: () => sheets.get().length, rest: () => vi.runAllTimersAsync() }
}

test('what asks while a sheet is open waits in order, each until the result before it is closed', async () => {
  const { began, ask, shown, rest } = await openDialog()
  const first = ask('first')
  const second = ask('second')
  const third = ask('third')
  await rest()
  expect([began, shown()]).toEqual([['first'], 1])
  first.end()
  expect(await first.done).toBe('first')
  await rest()
  // Its result still stands there.
  expect([began, shown()]).toEqual([['first'], 1])
  first.close()
  await rest()
  expect([began, shown()]).toEqual([['first', 'second, later'], 1])
  second.close()
  second.end()
  await rest()
  third.close()
  third.end()
  await rest()
  expect(began).toEqual(['first', 'second, later', 'third, later'])
  const fourth = ask('fourth')
  expect(began.at(-1), 'at once where the dialog is free').toBe('fourth')
  fourth.close()
  fourth.end()
  await fourth.done
})

test('what fails gives the dialog on, and what is cancelled while it waits never opens a sheet', async () => {
  const { inTurn } = await import('@/components/wallet/sheets/turns')
  const { began, ask, rest } = await openDialog()
  const first = ask('first')
  const stopper = new AbortController()
  const second = ask('second', stopper.signal)
  const early = ask('early', AbortSignal.abort('early'))
  const third = ask('third')
  await expect(early.done).rejects.toBe('early')
  stopper.abort('cancelled')
  await expect(second.done).rejects.toBe('cancelled')
  first.close()
  first.end()
  await rest()
  expect(began).toEqual(['first', 'third, later'])
  third.close()
  third.end()
  await third.done
  await rest()
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  ask('last')
  expect(began.at(-1)).toBe('last')
})

test('what is cancelled in the pause before its turn leaves the dialog free', async () => {
  const { began, ask, rest } = await openDialog()
  const first = ask('first')
  const stopper = new AbortController()
  const second = ask('second', stopper.signal)
  first.close()
  first.end()
  await first.done
  stopper.abort('cancelled')
  await expect(second.done).rejects.toBe('cancelled')
  await rest()
  ask('last')
  expect(began).toEqual(['first', 'last'])
})

test('what the reader asks for themselves comes before what an agent asks for', async () => {
  const { began, ask, rest } = await openDialog()
  const first = ask('first')
  const { signal } = new AbortController()
  const agents = [ask('agent', signal), ask('agent again', signal)]
  const own = ask('own')
  for (const one of [first, own, ...agents]) {
    one.close()
    one.end()
    await rest()
  }
  expect(began).toEqual(['first', 'own, later', 'agent, later', 'agent again, later'])
})

test('where no sheet was open, the next begins without a pause', async () => {
  const { inTurn } = await import('@/components/wallet/sheets/turns')
  const began: string[] = []
  await Promise.all([inTurn(async () => began.push('first')), inTurn(async () => began.push('second'))])
  expect([began, vi.getTimerCount()]).toEqual([['first', 'second'], 0])
})
