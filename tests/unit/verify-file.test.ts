import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { VerdictLine } from '@/components/verify/findings'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { verdictOf } from '@/lib/verify/finding'
import { anyTime } from '@/lib/verify/key-period'
import { parseReceiptFile } from '@/lib/verify/parse-file'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile, type ReceiptFile } from '@/tests/support/receipt-file'

// What a checker may say of a file whose own words it has not checked, or of a signature that it cannot check.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

let original: ReceiptFile
beforeAll(async () => {
  original = await makeReceiptFile()
})

test('a receipt is not taken from a file that says anything beside it, or says something twice', async () => {
  const { receipt, history } = original
  const forged = { ...receipt, outcome: 'failed', statement: 'Never delivered.' }
  // What stands first in the file is what is checked, and not the genuine one inside.
  const first = parseReceiptFile(JSON.stringify({ ...forged, receipt })) ?? expect.fail()
  expect(first.receipt.statement).toBe(forged.statement)
  expect(verdictOf(await checkReceipt(first.receipt))).toBe('broken')
  expect(parseReceiptFile(JSON.stringify({ receipt, mission: forged }))).toBeNull()
  expect(parseReceiptFile(JSON.stringify({ receipt, history: { ...history, other: [] } }))).toBeNull()
  const text = JSON.stringify(original)
  for (const twice of [
    text.replace('{', `{"receipt":${JSON.stringify(forged)},`),
    text.replace('"statement":', '"statement":"Never delivered.","statement":'),
    text.replace('"statement":', '"st\\u0061tement" : "Never delivered.","statement":'),
  ]) {
    expect(JSON.parse(twice)).toEqual(original)
    expect(parseReceiptFile(twice)).toBeNull()
  }
})

test('a receipt is not said to be forged where the browser cannot check it', async () => {
  const subtle = vi.spyOn(globalThis.crypto, 'subtle', 'get').mockReturnValue(undefined as never)
  try {
    const findings = await checkReceipt(original.receipt, original.history, [anyTime(original.receipt.serviceKey)])
    expect(findings.filter(({ result }) => result !== 'valid')).toEqual([
      expect.objectContaining({ check: 'service-signature', result: 'unknown' }),
    ])
    expect(verdictOf(findings)).toBe('unchecked')
    expect(renderToStaticMarkup(createElement(VerdictLine, { findings }))).toContain('cannot be told here')
  } finally {
    subtle.mockRestore()
  }
})
