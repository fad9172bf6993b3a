import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a new file, whole or not at all. Several may write one name at once: each has a file of its own until its end, and
 * the first that ends has the name.
 * @param mode who may read it.
 * @param write fills the stream and ends it.
 * @throws Error in one line when the file exists already, and for a folder that is not there: a disk that is not mounted must not
 *   become a file of its name.
 */
export async function writeNewFile(
  file: string,
  mode: number,
  write: (out: WriteStream) => Promise<void>,
): Promise<void> {
  if (existsSync(file)) throw taken(file)
  const folder = path.dirname(file)
  if (file.endsWith(path.sep) || !existsSync(folder))
    throw new Error(`There is no folder ${file.endsWith(path.sep) ? file : folder}: make it, or name another file.`)
  const half = `${file}.${randomUUID()}.partial`
  try {
    // `flush`: the bytes are on disk before the file is renamed.
    await write(createWriteStream(half, { flags: 'wx', mode, flush: true }))
    // Takes the name, for a rename would replace what has it. Not by a hard link, which some shared disks do not know.
    const name = await open(file, 'wx', mode).catch((fault: NodeJS.ErrnoException) => {
      throw fault.code === 'EEXIST' ? taken(file) : fault
    })
    await name.close()
    await rename(half, file)
  } catch (fault) {
    await rm(half, { force: true })
    throw fault
  }
}

const taken = (file: string) => new Error(`${file} is there already: name another file.`)
