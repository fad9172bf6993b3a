/** A phone's wallet app that opens a page in its built-in browser, where its wallet is available. */
export interface WalletApp {
  readonly name: string
  /** The link that opens the page in the app; without the app it leads to its download. */
  linkTo(page: URL): string
}

/** About as long an address as a camera can read from a code of that size, and an app takes in a link. */
const ADDRESS_CHARS_MAX = 500

/**
 * The address of a page as it is handed to a phone. A long part after the # stays here: it is a whole receipt, which fits no
 * code, and which is sent to nobody.
 */
export function addressForPhone(page: URL): URL {
  if (page.href.length <= ADDRESS_CHARS_MAX) return page
  const short = new URL(page)
  short.hash = ''
  return short
}

const encoded = (page: URL): string => encodeURIComponent(page.href)

/**
 * The apps with a documented link, each with its documentation (read in November 2026).
 * @example
 * WALLET_APPS[0].linkTo(new URL('https://trellis.example/missions')) // 'https://link.metamask.io/dapp/trellis.example/missions'
 */
export const WALLET_APPS: readonly WalletApp[] = [
  // https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/
  { name: 'MetaMask', linkTo: (page) => `https://link.metamask.io/dapp/${page.href.slice(page.protocol.length + 2)}` },
  // https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration
  { name: 'Coinbase Wallet', linkTo: (page) => `https://go.cb-w.com/dapp?cb_url=${encoded(page)}` },
  // https://developer.trustwallet.com/developer/develop-for-trust/deeplinking (60 is Ethereum, SLIP-44)
  {
    name: 'Trust Wallet',
    linkTo: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded(page)}`,
  },
  // https://docs.phantom.com/phantom-deeplinks/other-methods/browse
  {
    name: 'Phantom',
    linkTo: (page) => `https://phantom.app/ul/browse/${encoded(page)}?ref=${encodeURIComponent(page.origin)}`,
  },
  // https://web3.okx.com/build/docs/waas/app-universal-link
  {
    name: 'OKX',
    linkTo: (page) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded(page)}`)}`,
  },
]
