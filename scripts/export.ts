import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeNewFile } from '@/lib/backup/new-file'
import { command, commandLine } from './command'
import { findDatabase } from './find-database'

/**
 * `npm run export -- FILE`: exports all public records as newline-delimited JSON with hashes and the service's signature
 * (docs/operating.md#export). A name that ends with `.gz` compresses it. Uses DATABASE_URL, otherwise the running embedded
 * default in DATA_DIR.
 */
await command(async () => {
  const [file = ''] = commandLine({ usage: 'npm run export -- FILE', words: 1 }).words
  findDatabase()
  const { env } = await import('@/lib/env')
  const { exportLines } = await import('@/lib/export/write-export')
  let count = 0
  async function* counted() {
    for await (const line of exportLines(env().DATABASE_URL)) {
      count += 1
      yield line
    }
  }
  await writeNewFile(file, 0o666, (out) => {
    const from = Readable.from(counted())
    return file.endsWith('.gz') ? pipeline(from, createGzip(), out) : pipeline(from, out)
  })
  console.log(`${file}: ${count} lines. Check it with: npm run verify-export -- ${file}`)
})
