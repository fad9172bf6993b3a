import { readFileSync } from 'node:fs'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import { anyTime } from '@/lib/verify/key-period'
import { parseReceiptFile } from '@/lib/verify/parse-file'

const MARKS = { valid: 'ok   ', invalid: 'WRONG', unknown: '?    ' } as const

/**
 * `npm run verify-receipt FILE [KEY…]`: checks a receipt without a server, and that a KEY (a public key of the service that
 * you trust) signed it. Exit code 0: no error was found.
 */
const [file, ...keys] = process.argv.slice(2)
const parsed = file ? parseReceiptFile(readFileSync(file, 'utf8')) : null
if (!parsed) {
  console.error(file ? 'This file holds no receipt.' : 'Name the file of a receipt: npm run verify-receipt FILE')
  process.exit(2)
}
const findings = await checkReceipt(parsed.receipt, parsed.history, keys.map(anyTime))
for (const { what, result, because } of findings) console.log(`${MARKS[result]}  ${what} — ${because}`)
const holds = allHold(findings)
console.log(holds ? 'Everything that this file can prove holds.' : 'This receipt does not hold.')
process.exit(holds ? 0 : 1)
