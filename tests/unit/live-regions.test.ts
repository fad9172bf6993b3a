import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TryItPanel } from '@/components/docs/try-it-panel'
import { wordsOf } from '@/components/receipts/check-all'
import { lastVerdict, ViewerLine } from '@/components/review/viewer-line'
import { CheckSignature } from '@/components/verify/check-signature'
import { ReceiptChecker } from '@/components/verify/receipt-checker'
import { ReceiptChecks } from '@/components/verify/receipt-checks'

// What a screen reader is told of by itself: the short words of how it went, and once.

/** How many parts of a page tell of their changes. */
const regionsOf = (html: string) => html.split(/role="(?:status|alert)"|aria-live=/).length - 1

const SIGNED = { icon: null, verdict: 'approve', verifier: '0x', message: '', signature: '0x', words: '', content: {} }

test('a signature tells how its check went where somebody asked for it, and not where it is checked by itself', () => {
  const html = (byItself: boolean) => renderToStaticMarkup(createElement(CheckSignature, { ...SIGNED, byItself }))
  expect([html(false), html(true)].map(regionsOf)).toEqual([1, 0])
})

test('the checkers of receipts tell the line of their verdict alone', () => {
  const checker = renderToStaticMarkup(
    createElement(ReceiptChecker, { trusted: [], icons: { receipt: null, paste: null } }),
  )
  expect(checker).toMatch(/<p role="status"[^>]*><\/p>$/)
  expect(regionsOf(checker)).toBe(1)
  const checks = renderToStaticMarkup(createElement(ReceiptChecks, { id: 'x', contentHash: '', trusted: [] }))
  expect(checks).toMatch(/<div role="status"><p[^>]*>Computing the hashes [^<]+<\/p><\/div><\/div>$/)
  expect(regionsOf(checks)).toBe(1)
})

test('a request of the reference tells its status line, not its body', () => {
  const panel = renderToStaticMarkup(createElement(TryItPanel, { path: '/api/health', parameters: [] }))
  expect(panel).toMatch(/<p role="status"[^>]*><\/p><\/form>$/)
  expect(regionsOf(panel)).toBe(1)
})

test('the result of a verdict is told by itself alone, not by what is around it too', () => {
  lastVerdict.set({ fault: 'It was judged meanwhile.' })
  const line = renderToStaticMarkup(
    createElement(ViewerLine, { waiting: [], isAll: true, icons: { verifier: null, reader: null, wallet: null } }),
  )
  lastVerdict.set(null)
  expect(regionsOf(line)).toBe(0)
})

test('the check of all receipts of a wallet tells that it began, and its end: not each receipt', () => {
  const running = [0, 1, 2].map((checked) => wordsOf({ checked, broken: [], unchecked: 0, end: 'running' }))
  expect(new Set(running).size).toBe(1)
})
