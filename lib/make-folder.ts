import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '@/lib/error-code'

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (fault) {
    if (!(await isFolder(folder))) throw fault
  }
}

/**
 * Makes a folder, and its parents, where they are missing. Node's own `recursive` never ends where a folder is there and says of
 * one in it that its parent is missing: `/proc`, or an automounter whose server is away.
 * @param mode the rights of each folder that it makes.
 * @throws the operating system's error.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await makeOne(folder, mode)
  } catch (fault) {
    const parent = path.dirname(folder)
    const isParentMissing = errorCode(fault) === 'ENOENT' && parent !== folder
    if (!isParentMissing) throw fault
    await makeFolder(parent, mode)
    await makeOne(folder, mode)
  }
}
