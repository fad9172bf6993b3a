import { expect, test } from 'vitest'
import { signatureForm, walletFault, walletWords } from '@/components/wallet/connection/wallet-fault'

test('codes are read at any level, and words where there is no code', () => {
  expect(walletFault({ code: 4001 })).toBe('declined')
  expect(walletFault(new Error('x', { cause: { data: { originalError: { code: '4001' } } } }))).toBe('declined')
  expect(walletFault({ code: -32_002 })).toBe('asked-already')
  for (const said of ['User denied message signature.', 'Request cancelled by user', 'Rejected by the user.']) {
    expect(walletFault(new Error(said)), said).toBe('declined')
    expect(walletFault({ message: said }), said).toBe('declined')
    expect(walletFault(said), said).toBe('declined')
  }
  expect(walletFault(new Error('Internal error of the wallet.'))).toBe('failed')
})

test('whatever a wallet throws, its words are a text', () => {
  expect(walletWords(Object.assign(new Error(), { message: { a: 1 } }))).toBe('')
  expect(walletWords({ message: 'Locked.' })).toBe('Locked.')
  expect(walletWords('Locked.')).toBe('Locked.')
  for (const fault of [null, undefined, 7, {}, []]) expect(walletWords(fault)).toBe('')
})

test('only 65 bytes are taken for the signature of a key', () => {
  expect(signatureForm(`0x${'ab'.repeat(65)}`)).toBe('key')
  expect(signatureForm(`0x${'ab'.repeat(66)}`)).toBe('smart-account')
  for (const given of ['', '0x', `0x${'ab'.repeat(64)}`, 'ab'.repeat(65), null, {}]) {
    expect(signatureForm(given)).toBe('unreadable')
  }
})
