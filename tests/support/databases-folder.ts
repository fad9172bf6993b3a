import { accessSync, constants, statfsSync } from 'node:fs'
import os from 'node:os'

const IN_MEMORY = '/dev/shm'
/** Half as much again as the tests take at most: 6 GB for all processes, 0.5 GB for the databases. */
const ROOM_BYTES_MIN = 10 * 1024 ** 3

/**
 * Where the databases of tests lie: in memory where it has room (a container may have 64 MB of it). Every file copies a
 * database of hundreds of files, and on a disk the file system costs more of the processor than Postgres does.
 */
export function databasesFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) < ROOM_BYTES_MIN ? os.tmpdir() : IN_MEMORY
  } catch {
    return os.tmpdir()
  }
}
