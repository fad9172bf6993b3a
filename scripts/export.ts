import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { command } from './command'
import { findDatabase } from './find-database'

/**
 * `npm run export -- FILE`: exports all public records as newline-delimited JSON with hashes and the service's signature
 * (docs/operating.md#export). A name that ends with `.gz` compresses it. Uses DATABASE_URL, otherwise the running embedded
 * default in DATA_DIR.
 */
await command(async () => {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Name a file: npm run export -- FILE')
  if (existsSync(file)) throw new Error(`${file} is there already: name another file.`)
  findDatabase()
  const { env } = await import('@/lib/env')
  const { exportLines } = await import('@/lib/export/write-export')
  const half = `${file}.partial`
  let count = 0
  async function* counted() {
    for await (const line of exportLines(env().DATABASE_URL)) {
      count += 1
      yield line
    }
  }
  try {
    const out = createWriteStream(half, { flush: true })
    const from = Readable.from(counted())
    await (file.endsWith('.gz') ? pipeline(from, createGzip(), out) : pipeline(from, out))
    await rename(half, file)
  } catch (fault) {
    await rm(half, { force: true })
    throw fault
  }
  console.log(`${file}: ${count} lines. Check it with: npm run verify-export -- ${file}`)
})
