import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from './lifecycle'
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

/** Makes a one-time address, in the place of an earlier one, and writes it into the data folder (mode 0600). */
export function newDemoAddress(folder: string, origin: string): string {
  const address = `${origin}${DEMO_PAGE_PATH}#${newSecret()}`
  writePrivateFile(demoAddressFile(folder), `${address}\n`)
  return address
}

/** Takes the address out of the data folder. @returns whether it was there: of several processes one takes it. */
function takeDemoAddress(folder: string, address: string): boolean {
  const file = demoAddressFile(folder)
  const taken = `${file}.${process.pid}.taken`
  const isIn = (place: string) => isSame(readFileSync(place, 'utf8').trim(), address)
  try {
    if (!isIn(file)) return false
    renameSync(file, taken)
    const isMine = isIn(taken)
    // Meanwhile another process has taken it, and has put the next one there.
    if (!isMine) renameSync(taken, file)
    else rmSync(taken)
    return isMine
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/**
 * Says who may have the demo wallets. The address stands in the data folder, where every worker finds it. As soon as one is
 * used there is another one, for another browser.
 * @param folder DATA_DIR, absolute; it exists.
 * @param tell takes each address but the first.
 */
export function openDemoAccess(folder: string, origin: string, tell: (address: string) => void): DemoAccess {
  const cookie = readOrCreatePrivateFile(path.join(folder, 'demo-cookie'), newSecret)
  return {
    exchange(sent) {
      if (!takeDemoAddress(folder, `${origin}${DEMO_PAGE_PATH}#${sent}`)) return null
      tell(newDemoAddress(folder, origin))
      return cookie
    },
    isOpen: (sent) => isSame(sent, cookie),
  }
}
