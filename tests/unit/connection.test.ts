import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScriptPage } from '@/tests/support/script-page'

// The wallets of a browser (EIP-6963), and which of them is connected.

type Answer = (method: string) => Promise<unknown> | undefined

/** A wallet extension with one account. @param answer to a request; where it is undefined the wallet agrees. */
function announceWallet(name: string, address: string, answer: Answer = () => undefined) {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const accounts = [address]
  const agreed: Readonly<Record<string, unknown>> = {
    wallet_requestPermissions: [{ parentCapability: 'eth_accounts', caveats: [{ type: 'x', value: accounts }] }],
    eth_requestAccounts: accounts,
    eth_accounts: accounts,
    eth_chainId: '0x1',
  }
  const provider = {
    request: async ({ method }: { method: string }) => (await answer(method)) ?? agreed[method] ?? null,
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => listeners.get(event)?.delete(listener),
  }
  const info = { uuid: randomUUID(), name, rdns: `test.${name}`, icon: 'data:image/svg+xml,' }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  /** Its owner locks it: to sites it has no accounts then (EIP-1193, `accountsChanged`). */
  return { lock: () => emit('accountsChanged', []) }
}

const FIRST = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SECOND = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'

/** The wallet code of a page whose wallets have been announced. */
async function openConnection() {
  vi.resetModules()
  const connection = await import('@/components/wallet/connection/connection')
  await connection.startConnection()
  const uidOf = (wanted: string) => connection.walletChoices().find(({ name }) => name === wanted)?.uid ?? ''
  return { ...connection, uidOf, address: () => connection.connectedSigner.get()?.address }
}

beforeEach(() => openScriptPage())
afterEach(() => vi.unstubAllGlobals())

test('when a wallet is disconnected or locked, one that was connected before does not take its place', async () => {
  announceWallet('first', FIRST)
  const second = announceWallet('second', SECOND)
  const { connectWallet, disconnectAccount, uidOf, address } = await openConnection()
  for (const leave of [disconnectAccount, second.lock]) {
    await connectWallet(uidOf('first'))
    expect(address()).toBe(FIRST)
    await connectWallet(uidOf('second'))
    expect(address()).toBe(SECOND)
    await leave()
    await expect.poll(address).not.toBe(SECOND)
    expect(address()).toBeUndefined()
  }
})

/** A wallet that asks its owner for accounts once and refuses to ask again meanwhile, and a reader who has pressed twice. */
async function pressedTwice() {
  const owner: { agree: () => void; decline: () => void } = { agree: () => undefined, decline: () => undefined }
  let isAsking = false
  announceWallet('only', FIRST, (method) => {
    if (method !== 'wallet_requestPermissions') return undefined
    if (isAsking) return Promise.reject(Object.assign(new Error('Already pending.'), { code: -32002 }))
    isAsking = true
    return new Promise((resolve, reject) => {
      owner.agree = () => resolve(undefined)
      owner.decline = () => reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
    })
  })
  const { uidOf } = await openConnection()
  const { chooseWallet } = await import('@/components/wallet/connection/choose')
  const { sheets } = await import('@/components/wallet/sheets/sheets')
  const ended: (string | null)[] = []
  void chooseWallet('another').then((signer) => ended.push(signer?.address ?? null))
  const sheet = sheets.get().at(-1)
  if (sheet?.kind !== 'choose') throw new Error('No sheet.')
  const { view, pick } = sheet.flow
  pick(uidOf('only'))
  await expect.poll(() => isAsking).toBe(true)
  pick(uidOf('only'))
  await expect.poll(() => view.get().note).toBe('asked-already')
  return { owner, ended, view, sheets }
}

test('whoever opens the wallet again and then agrees to what it asked first, is connected', async () => {
  const { owner, ended, sheets } = await pressedTwice()
  owner.agree()
  await expect.poll(() => ended).toEqual([FIRST])
  expect(sheets.get()).toEqual([])
})

test('whoever opens the wallet again and then declines what it asked first, is told so', async () => {
  const { owner, ended, view } = await pressedTwice()
  owner.decline()
  await expect.poll(() => view.get()).toEqual({ connecting: null, note: 'declined' })
  expect(ended).toEqual([])
})
