import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { jcs } from '@/lib/history/canonical'
import { vectorText } from '@/tests/support/vectors'

test.each(['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])(
  'the bytes of RFC 8785 for "%s" are those of its authors',
  (name) => {
    const input: unknown = JSON.parse(vectorText(`json-canonicalization/input/${name}.json`))
    const bytes = vectorText(`json-canonicalization/outhex/${name}.txt`).replaceAll(/\s+/g, '')
    expect(Buffer.from(jcs(input), 'utf8').toString('hex')).toBe(bytes)
  },
)

/** The doubles of the authors' sequence after those that they list. */
const SERIAL = Array.from({ length: 2000 }, (_, at) => 0x0010000000000000n + BigInt(at))

function doubleOf(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}

/** The bits of the authors' sequence: a list, consecutive ones, and then SHA-256 of 32 zero bytes, hashed again and again. */
function* sequence(listed: readonly bigint[]): Generator<bigint> {
  yield* listed
  yield* SERIAL
  for (let block = createHash('sha256').update(Buffer.alloc(32)).digest(); ; ) {
    for (const at of [0, 8, 16, 24]) {
      const bits = block.readBigUInt64LE(at)
      const number = doubleOf(bits)
      if (number !== 0 && Number.isFinite(number)) yield bits
    }
    block = createHash('sha256').update(block).digest()
  }
}

/** What their page says of the file of the first so many lines. */
const LINES = 100_000
const SHA_256 = '22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7'

test(`${LINES} numbers are written as their authors write them`, () => {
  const page = vectorText('json-canonicalization/testdata.txt')
  const [, list = ''] = /staticU64s = new BigUint64Array\(\[([^\]]+)\]/.exec(page) ?? []
  const listed = [...list.matchAll(/(0x[0-9a-f]{16})n/g)].map(([, bits = '0']) => BigInt(bits))
  expect(page).toContain(`| ${SHA_256} | ${LINES} `)
  const hash = createHash('sha256')
  let lines = 0
  for (const bits of sequence(listed)) {
    hash.update(`${bits.toString(16)},${jcs(doubleOf(bits))}\n`)
    lines += 1
    if (lines === LINES) break
  }
  expect(hash.digest('hex')).toBe(SHA_256)
})
