import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '@/lib/error-code'
import { newSecret, readOrCreateSecret, writePrivateFile } from './private-file'

/** The path of the one-time address. Its token is in the fragment, which browsers never send. */
export const DEMO_PAGE_PATH = '/demo'

/** Access to the keys of the demo wallets: only for a browser that opened the address printed in the terminal. */
export interface DemoAccess {
  /** Exchanges the token of the one-time address, once. @returns the cookie's value, or null for a wrong token. */
  exchange(token: string): string | null
  /** Whether this cookie came from an exchange, in this run or an earlier one on the same data folder. */
  isOpen(cookie: string): boolean
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** The file with the one-time address of the running instance, for scripts and tests on the same machine. */
export const demoAddressFile = (folder: string): string => path.join(folder, 'demo-address')

/** Makes a one-time address, replacing the previous one, and writes it into the data folder (mode 0600). */
export function newDemoAddress(folder: string, origin: string): string {
  const address = `${origin}${DEMO_PAGE_PATH}#${newSecret()}`
  writePrivateFile(demoAddressFile(folder), `${address}\n`)
  return address
}

/** Removes the address from the data folder. @returns whether it was there; only one of several processes gets it. */
function takeDemoAddress(folder: string, address: string): boolean {
  const file = demoAddressFile(folder)
  const taken = `${file}.${process.pid}.taken`
  const isIn = (place: string) => isSame(readFileSync(place, 'utf8').trim(), address)
  try {
    if (!isIn(file)) return false
    renameSync(file, taken)
    const isMine = isIn(taken)
    // Another process has taken it in the meantime and written the next one.
    if (!isMine) renameSync(taken, file)
    else rmSync(taken)
    return isMine
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/**
 * Opens the access to the demo wallets. The address is in the data folder, where every worker finds it. Once it is used, a new
 * one for another browser replaces it.
 * @param folder DATA_DIR, absolute; it exists.
 * @param tell receives each address but the first.
 */
export function openDemoAccess(folder: string, origin: string, tell: (address: string) => void): DemoAccess {
  const cookie = readOrCreateSecret(path.join(folder, 'demo-cookie'))
  return {
    exchange(sent) {
      if (!takeDemoAddress(folder, `${origin}${DEMO_PAGE_PATH}#${sent}`)) return null
      tell(newDemoAddress(folder, origin))
      return cookie
    },
    isOpen: (sent) => isSame(sent, cookie),
  }
}
