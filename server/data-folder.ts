import path from 'node:path'
import { errorCode } from '@/lib/error-code'
import { makeFolder } from '@/lib/make-folder'
import { acquireLock, LockHeld } from './process-lock'

/** Makes the data folder. As root, others may enter but not list it, because Postgres then runs as another user. */
export const makeDataFolder = (folder: string): Promise<void> =>
  makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)

/**
 * Makes the data folder of the embedded default where it is missing, and locks it for this process.
 * @param folder DATA_DIR, absolute.
 * @returns a function that releases it.
 * @throws Error in one line when it cannot be written, or another process uses it.
 */
export async function takeDataFolder(folder: string): Promise<() => void> {
  try {
    await makeDataFolder(folder)
    return await acquireLock(path.join(folder, 'trellis.pid'))
  } catch (error) {
    if (error instanceof LockHeld)
      throw new Error(`Already running on ${folder} (process ${error.pid}): end it first, or set DATA_DIR.`)
    const code = errorCode(error)
    if (code !== '') throw new Error(`The data folder ${folder} cannot be written (${code}): set DATA_DIR.`)
    throw error
  }
}
