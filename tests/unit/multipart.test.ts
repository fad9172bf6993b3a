import { afterEach, describe, expect, test, vi } from 'vitest'
import { UPLOAD_PARTS_MAX } from '@/lib/contract/limits'
import { readParts, readText, requireMultipart } from '@/lib/http/multipart'
import { multipart } from '@/tests/support/upload'

afterEach(() => vi.restoreAllMocks())

const BOUNDARY = 'the-boundary-of-the-tests'

async function* inPieces(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

async function partsOf(body: Buffer, size: number): Promise<[string, string][]> {
  const parts: [string, string][] = []
  for await (const { name, chunks } of readParts(inPieces(body, size), BOUNDARY))
    parts.push([name, await readText(chunks)])
  return parts
}

const tricky = '\r\n--the-boundary-of-the-test\r\n\r--\n\r\n--'
const body = Buffer.concat([
  Buffer.from('what nobody reads'),
  Buffer.from('\r\n'),
  multipart([
    { name: 'empty', bytes: '' },
    { name: 'file', bytes: tricky, said: '; filename="a; name=\\"other\\""' },
    { name: 'after', bytes: 'x' },
  ]),
  Buffer.from('nor this'),
])

test('a body is cut into its parts alike however it arrives', async () => {
  for (let size = 1; size <= body.length; size++) {
    expect(await partsOf(body, size), `pieces of ${size}`).toEqual([
      ['empty', ''],
      ['file', tricky],
      ['after', 'x'],
    ])
  }
})

test('a body that ends early is refused wherever it ends', async () => {
  const end = body.lastIndexOf('--the-boundary-of-the-tests--') + BOUNDARY.length + 4
  for (let length = 0; length < end; length++)
    await expect(partsOf(body.subarray(0, length), 7), `${length} bytes`).rejects.toThrow('not valid multipart')
  expect(await partsOf(body.subarray(0, end), 7)).toHaveLength(3)
})

test('of a body with very many parts no more are split off than an upload may have', async () => {
  const parts = (count: number) => multipart(Array.from({ length: count }, () => ({ name: 'x', bytes: '' })))
  expect(await partsOf(parts(UPLOAD_PARTS_MAX), 1000)).toHaveLength(UPLOAD_PARTS_MAX)
  const searches = vi.spyOn(Buffer.prototype, 'indexOf')
  await expect(partsOf(parts(10_000), 100_000)).rejects.toThrow(`Send at most ${UPLOAD_PARTS_MAX} parts.`)
  // The first boundary, and of each part the end of its header and its end.
  expect(searches.mock.calls.length).toBeLessThanOrEqual(1 + 2 * UPLOAD_PARTS_MAX + 1)
})

test('the name of a part is its field’s, never its file’s', async () => {
  const named = (disposition: string) =>
    partsOf(Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\n\r\nx\r\n--${BOUNDARY}--`), 50).then(
      ([first]) => first?.[0],
    )
  expect(await named('Content-Disposition: form-data; name="file"')).toBe('file')
  expect(await named('content-disposition:form-data;NAME=file')).toBe('file')
  expect(await named('Content-Disposition: form-data; filename="name=other"; name="file"')).toBe('file')
  expect(await named('Content-Type: text/plain; name=other\r\nContent-Disposition: form-data; name="file"')).toBe(
    'file',
  )
  for (const wrong of [
    'Content-Disposition: attachment; name="file"',
    'Content-Disposition: form-data; filename="file"',
    'X: y',
  ])
    await expect(named(wrong)).rejects.toThrow('not valid multipart')
})

test('a part is a file only where its header gives a filename', async () => {
  const isFile = async (disposition: string) => {
    const body = Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data${disposition}\r\n\r\nx\r\n--${BOUNDARY}--`,
    )
    for await (const part of readParts(inPieces(body, 50), BOUNDARY)) return part.isFile
  }
  for (const said of ['; name="file"; filename="a"', '; filename=a; name=file', '; name="file"; filename=""'])
    expect(await isFile(said), said).toBe(true)
  for (const said of ['; name="file"', '; name="filename"', '; name="a; filename=b"', '; name="file"; x-filename="a"'])
    expect(await isFile(said), said).toBe(false)
})

describe('a content type', () => {
  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['MULTIPART/FORM-DATA;boundary="a b:c"', 'a b:c'],
    ['multipart/form-data; charset=utf-8; boundary=----WebKitFormBoundaryAbC123', '----WebKitFormBoundaryAbC123'],
  ])('%s names its boundary', (type, boundary) => {
    expect(requireMultipart(type)).toBe(boundary)
  })

  test.each([
    null,
    '',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a\\"b"',
    'x; boundary=y',
  ])('%s is refused', (type) => {
    expect(() => requireMultipart(type)).toThrow('multipart/form-data')
  })
})
