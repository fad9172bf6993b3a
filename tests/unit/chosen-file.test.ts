import { expect, test } from 'vitest'
import { contentFault, sizeFault } from '@/components/evidence/chosen-file'
import { leftOut } from '@/components/evidence/proof-files'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { samples } from '@/tests/support/upload'

// What is wrong with a file is found before it is sent: a proof is public for good before its files are.

const WRONG = /^is neither a PNG, JPEG, WEBP or PDF file nor plain text/

test('what the service takes has no fault', async () => {
  for (const [type, sample] of Object.entries(samples))
    expect(await contentFault(new Blob([sample()])), type).toBeNull()
})

test.each([
  ['bytes of no type', Buffer.from([0xff, 0xfe, 0])],
  ['a page', Buffer.from('\n  <!DOCTYPE html><p>Hello')],
  ['a picture written in characters', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a picture of another type', Buffer.from('GIF89a')],
  ['a text in another encoding, far behind its beginning', Buffer.from(`${'a'.repeat(100_000)}é`, 'latin1')],
  ['a text that ends within a character', Buffer.from('é').subarray(0, 1)],
])('a file is refused for its bytes: %s', async (_what, bytes) => {
  expect(await contentFault(new Blob([bytes]))).toMatch(WRONG)
})

test('a file that is gone since it was chosen says so', async () => {
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('Gone.', 'NotFoundError')) }
  expect(await contentFault(gone)).toBe('cannot be read any more')
})

test('each file that is left out is named, with its own reason, and no other', () => {
  const files = [
    { name: 'big.txt', size: EVIDENCE_BYTES_MAX + 1 },
    { name: 'good.txt', size: EVIDENCE_BYTES_MAX },
    { name: 'nothing.txt', size: 0 },
  ]
  expect(leftOut(new Map(files.map((file) => [file, sizeFault(file)])))).toEqual([
    'big.txt was left out: it is larger than 5 MB.',
    'nothing.txt was left out: it is empty.',
  ])
})
