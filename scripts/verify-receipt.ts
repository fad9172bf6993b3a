import { readFileSync } from 'node:fs'
import { escaped } from '@/lib/text/escaped'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold, type Finding } from '@/lib/verify/finding'
import { keyOfWord } from '@/lib/verify/key-period'
import { parseReceiptFile } from '@/lib/verify/parse-file'
import { oneLine } from '../server/lifecycle'

const MARKS = { valid: 'ok   ', invalid: 'WRONG', unknown: '?    ' } as const

/** A receipt may say anything: a line stays one, and commands no terminal. */
const print = (line: string) => console.log(escaped(line))

function fail(because: string): never {
  console.error(escaped(because))
  process.exit(2)
}

/** What the words of the command line lead to. */
function orFail<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    return fail(oneLine(error))
  }
}

/**
 * `npm run verify-receipt -- FILE [KEY…]`: checks a receipt without a server, and that a KEY (a public key of the service that
 * you trust) signed it. `KEY@TIME` is a key that was replaced at that time (ISO 8601). Exit code 0: no error was found, and
 * if keys were named, one of them signed the receipt. Without `--` npm keeps a key that begins with a hyphen to itself.
 */
const [file, ...words] = process.argv.slice(2)
const parsed = file ? parseReceiptFile(orFail(() => readFileSync(file, 'utf8'))) : null
if (!parsed)
  fail(
    file
      ? 'This file holds no receipt, or more than a receipt and its histories.'
      : 'Name the file of a receipt: npm run verify-receipt -- FILE',
  )
const keys = orFail(() => words.map(keyOfWord))
const findings = await checkReceipt(parsed.receipt, parsed.history, keys)
/** Who named keys asked whether one of them signed the receipt, so an unknown key is an error. */
const isWrong = ({ check, result }: Finding) =>
  result === 'invalid' || (check === 'service-key' && result !== 'valid' && keys.length > 0)
for (const found of findings) {
  const { what, result, because } = found
  print(`${isWrong(found) ? MARKS.invalid : MARKS[result]}  ${what} — ${because}`)
}
const holds = allHold(findings) && !findings.some(isWrong)
print(holds ? 'Everything that this file can prove holds.' : 'This receipt does not hold.')
process.exit(holds ? 0 : 1)
