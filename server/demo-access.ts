import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { readOrCreatePrivateFile, writePrivateFile } from './private-file'

/** The path of the one-time address; what opens it stands behind its `#`, which browsers send to nobody. */
export const DEMO_PAGE_PATH = '/demo'

/** Who may have the keys of the demo wallets: a browser in which the address that the terminal printed was opened. */
export interface DemoAccess {
  /** Exchanges the token of the one-time address, once. @returns the cookie's value, or null when it is another text. */
  exchange(token: string): string | null
  /** Whether this is the cookie that an exchange gave, in this run or an earlier one on the same data folder. */
  isOpen(cookie: string): boolean
}

const newSecret = () => randomBytes(32).toString('base64url')

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** Where the one-time address of the running instance stands, for scripts and tests on the same machine. */
export const demoAddressFile = (folder: string): string => path.join(folder, 'demo-address')

/**
 * Makes the first one-time address and writes it into the data folder (mode 0600). As soon as one is used there is
 * another one, for another browser.
 * @param folder DATA_DIR, absolute; it exists.
 * @param tell takes each address.
 */
export function openDemoAccess(folder: string, origin: string, tell: (address: string) => void): DemoAccess {
  const cookie = readOrCreatePrivateFile(path.join(folder, 'demo-cookie'), newSecret)
  let token = ''
  const renew = () => {
    token = newSecret()
    const address = `${origin}${DEMO_PAGE_PATH}#${token}`
    writePrivateFile(demoAddressFile(folder), `${address}\n`)
    tell(address)
  }
  renew()
  return {
    exchange(sent) {
      if (!isSame(sent, token)) return null
      renew()
      return cookie
    },
    isOpen: (sent) => isSame(sent, cookie),
  }
}
