import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildFloor } from '@/tests/bench/support/floor-app'

const SCRIPT = /<script\b[^>]*\bsrc="\/_next\/([^"?]+)[^>]*>/g

export const gzipBytes = (code: string | Buffer): number => gzipSync(code).length

/**
 * The bytes of JavaScript, compressed by gzip, that a bare page loads: one paragraph, built by the same Next with the same
 * settings. They are the price of the framework.
 */
export async function barePageBytes(): Promise<number> {
  const build = path.join(await buildFloor(), '.next')
  const html = readFileSync(path.join(build, 'server', 'app', 'index.html'), 'utf8')
  const files = [...html.matchAll(SCRIPT)].filter(([tag]) => !/nomodule/i.test(tag)).map(([, file = '']) => file)
  const sizes = [...new Set(files)].map((file) => gzipBytes(readFileSync(path.join(build, file))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
