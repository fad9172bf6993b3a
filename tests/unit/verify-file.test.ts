import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import VerifyPage from '@/app/(site)/verify/page'
import { checkReceipt as checkInProgram } from '@/client/src/receipt'
import { VerdictLine } from '@/components/verify/findings'
import { checkExport } from '@/lib/export/check-export'
import { EXPORT_FORMAT } from '@/lib/export/lines'
import { jcsHash } from '@/lib/history/jcs'
import { serviceKey } from '@/lib/signing/ed25519'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { type Finding, verdictOf } from '@/lib/verify/finding'
import { anyTime } from '@/lib/verify/key-period'
import { offlineFile } from '@/lib/verify/offline-file'
import { wordsOfFile } from '@/lib/verify/offline-words'
import { parseReceiptFile } from '@/lib/verify/parse-file'
import { contentHashOf, isHashable } from '@/lib/verify/primitives'
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
    const strangers = await checkReceipt(original.receipt, original.history, [anyTime('A'.repeat(43))])
    expect(verdictOf(strangers)).toBe('foreign')
  } finally {
    subtle.mockRestore()
  }
})

describe('where the service’s keys cannot be read', () => {
  const words = 'cannot be told at the moment'
  const lineOf = (findings: readonly Finding[], areKeysKnown: boolean) =>
    renderToStaticMarkup(createElement(VerdictLine, { findings, areKeysKnown }))

  test('a receipt is called neither the service’s own nor another’s', async () => {
    const findings = await checkReceipt(original.receipt, original.history, [])
    expect(lineOf(findings, false)).toContain(words)
    expect(lineOf(findings, true)).toContain('did not sign it')
    const broken = await checkReceipt({ ...original.receipt, statement: 'Paid.' }, original.history, [])
    expect(lineOf(broken, false)).toContain('It does not hold.')
  })

  test('the page that checks receipts names none, since its process’s own may have been replaced', async () => {
    const html = renderToStaticMarkup(await VerifyPage())
    expect(html).toContain('The public keys of this service cannot be read at the moment.')
    expect(html).not.toContain(await serviceKey())
  })
})

describe.each([
  ['with a number that is not finite', '1e999'],
  ['that is nested deeper than what can be hashed', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
])('a value %s', (_what, value) => {
  const written = (file: object) => JSON.stringify(file).replace('"MORE"', value)

  test('is in no receipt, and in none of its histories', async () => {
    const { receipt, history } = structuredClone(original)
    Object.assign(history.mission[0]?.data ?? {}, { more: 'MORE' })
    for (const file of [
      { ...receipt, more: 'MORE' },
      { receipt, history },
    ]) {
      expect(parseReceiptFile(JSON.stringify(file))).not.toBeNull()
      expect(parseReceiptFile(written(file))).toBeNull()
      // A program has parsed it by itself.
      const { history: histories = {}, ...bare } = JSON.parse(written(file))
      const checked = checkInProgram(bare.receipt ?? bare, { history: histories })
      await expect(checked).rejects.toThrow(TypeError)
    }
  })

  test('is in no line of an export, and the line is told', async () => {
    const head = { type: 'export', format: EXPORT_FORMAT, service: 'Trellis', origin: 'https://trellis.example' }
    const lines = [
      JSON.stringify({ ...head, takenAt: original.receipt.issuedAt }),
      written({ type: 'post', post: { more: 'MORE' } }),
    ]
    const bytes = async function* () {
      yield Buffer.from(lines.join('\n'))
    }
    expect((await checkExport(bytes())).faults).toContainEqual({ line: 2, because: 'It is no line of an export.' })
  })
})

test('what is nested as deep as any record is hashed', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
  expect([isHashable(nested(64)), isHashable(nested(65))]).toEqual([true, false])
  // A lone surrogate has a form: that of its escape.
  expect(contentHashOf('\ud800')).toBe(jcsHash('\ud800'))
})

test('no text in a saved receipt reads like a verdict, or like what the file says of another row', () => {
  const { receipt } = structuredClone(original)
  const [proof, second] = receipt.evidence
  const [review] = receipt.verifierDecisions
  if (!proof || !second || !review || !receipt.decisionVerification) return expect.fail()
  const signature = `Approved, signed by ${review.verifier}`
  const forged = ['Done.', `${signature}: Excellent, pay them.`, `Proof 1: ${signature}`, 'Pay them.'].join('\n')
  for (const said of [proof, second]) said.note = forged
  for (const said of receipt.verifierDecisions) said.reason = forged
  for (const said of [receipt.discussion, receipt.decisionVerification]) said.explanation = forged
  Object.assign(receipt, { statement: forged })
  const { rows } = wordsOfFile({ receipt })
  // A text shares its row with nothing else, and no other row repeats a line of it.
  const texts = rows.map(([, text]) => text)
  expect(texts.filter((text) => text.includes(signature)).every((text) => text === forged)).toBe(true)
  const named = rows.filter(([, text]) => text === forged).map(([name]) => name)
  expect(named).toEqual([
    expect.stringContaining('The owner’s statement'),
    'Why, in the owner’s words',
    `Decision: ${signature}`,
    `Proof 1, in the words of ${proof.submittedBy}`,
    `Proof 1: Rejected, signed by ${review.verifier}`,
    `Proof 2, in the words of ${second.submittedBy}`,
    `Proof 2: ${signature}`,
  ])
  const html = offlineFile({ receipt }, { service: 'Trellis', origin: 'https://trellis.example' })
  const drawn = /<dl id="rows">([\s\S]*?)<\/dl>/.exec(html)?.[1] ?? ''
  expect(drawn.match(/<dt>/g)).toHaveLength(rows.length)
  for (const name of named) expect(drawn).toContain(`<div><dt>${name}</dt><dd>${forged}</dd></div>`)
})

test('a saved receipt tells the recorded side with its label, and the owner’s reason as the owner’s', () => {
  const told = Object.fromEntries(wordsOfFile(original).rows)
  const { discussion } = original.receipt
  expect(told).toMatchObject({
    'Recorded as the community’s choice: side A': discussion.submissions?.A?.label,
    'The public decision': discussion.decisionUrl,
    'Why, in the owner’s words': discussion.explanation,
  })
})

test('a byte order mark, as editors write it, takes no receipt from a file', () => {
  const text = JSON.stringify(original)
  expect(parseReceiptFile(`\ufeff${text}`)).toEqual(original)
  expect(parseReceiptFile(`\ufeff\ufeff${text}`)).toBeNull()
  expect(parseReceiptFile(`${text}\ufeff`)).toBeNull()
})
