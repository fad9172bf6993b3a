import { expect, test } from 'vitest'
import { fitsQrCode, QrCode } from '@/components/ui/qr-code'
import { addressForPhone, WALLET_APPS } from '@/components/wallet/connection/wallet-apps'

const PAGE = new URL('https://trellis.example/missions/1?tab=proofs&x=a%26b#late')

test('each app is led to the very page, in the form that its maker documents', () => {
  const inside = encodeURIComponent(PAGE.href)
  expect(WALLET_APPS.map(({ name, linkTo }) => [name, linkTo(PAGE)])).toEqual([
    ['MetaMask', 'https://link.metamask.io/dapp/trellis.example/missions/1?tab=proofs&x=a%26b#late'],
    ['Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${inside}`],
    ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${inside}`],
    ['Phantom', `https://phantom.app/ul/browse/${inside}?ref=https%3A%2F%2Ftrellis.example`],
    ['OKX', `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${inside}`)}`],
  ])
})

test('what the address of a page holds never becomes a part of the link around it', () => {
  const page = new URL('https://trellis.example/missions?next=&url=https://elsewhere.example/%22%3E')
  for (const { name, linkTo } of WALLET_APPS.slice(1)) {
    const link = new URL(linkTo(page))
    expect([...link.searchParams.values(), decodeURIComponent(link.pathname)].join(' '), name).toContain('elsewhere')
    expect(link.searchParams.has('next'), name).toBe(false)
    expect(link.hostname, name).not.toContain('elsewhere')
  }
})

test('a long part after the # is handed to no app, a short one is', () => {
  expect(addressForPhone(PAGE)).toBe(PAGE)
  const link = new URL(`/verify#receipt=${'a'.repeat(4_000)}`, PAGE)
  expect(addressForPhone(link).href).toBe('https://trellis.example/verify')
})

test('a code is drawn of what fits into it, and of nothing else', () => {
  for (const [bytes, fits] of [
    [2_953, true],
    [2_954, false],
  ] as const) {
    const text = 'a'.repeat(bytes)
    expect(fitsQrCode(text)).toBe(fits)
    expect(QrCode({ text, label: 'A code' }) !== null).toBe(fits)
  }
})
