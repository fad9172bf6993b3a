import { createReadStream } from 'node:fs'
import { checkExport } from '@/lib/export/check-export'
import { gunzipFile } from '@/lib/gunzip-file'
import { escaped } from '@/lib/text/escaped'
import { keyOfWord } from '@/lib/verify/key-period'
import { oneLine } from '../server/lifecycle'

/**
 * `npm run verify-export -- FILE [KEY…]`: checks an export without a server: that no line was changed, removed or added, every
 * history, receipt, signature and sum, and that a KEY (a public key of the service that you trust) signed it. `KEY@TIME` is a
 * key that was replaced at that time (ISO 8601). Exit code 0: no error was found.
 */
const FAULTS_SHOWN = 50

/** An export may say anything: a line stays one, and commands no terminal. */
const print = (line: string) => console.log(escaped(line))

const [file, ...words] = process.argv.slice(2)
if (!file) {
  console.error('Name the file of an export: npm run verify-export -- FILE')
  process.exit(2)
}
try {
  const keys = words.map(keyOfWord)
  const verdict = await checkExport(file.endsWith('.gz') ? gunzipFile(file) : createReadStream(file), keys)
  for (const { line, because } of verdict.faults.slice(0, FAULTS_SHOWN)) print(`WRONG  line ${line}: ${because}`)
  if (verdict.faults.length > FAULTS_SHOWN) print(`… and ${verdict.faults.length - FAULTS_SHOWN} more.`)
  print([...verdict.lines].map(([type, count]) => `${count} ${type}`).join(', '))
  print(`${verdict.held} checks held, ${verdict.unknown} could not be checked, ${verdict.faults.length} did not.`)
  if (verdict.isKeyKnown === false)
    print(
      verdict.signedBy
        ? `WRONG  It was signed by ${verdict.signedBy}, which is no key that you named, or was replaced before.`
        : 'WRONG  It was signed by none of the keys that you named, because nobody signed it.',
    )
  if (verdict.isKeyKnown === null && verdict.signedBy)
    print(`Signed by ${verdict.signedBy}: compare it with the keys that the service publishes.`)
  const holds = verdict.faults.length === 0 && verdict.isKeyKnown !== false
  print(holds ? 'Everything that this file can prove holds.' : 'This export does not hold.')
  process.exitCode = holds ? 0 : 1
} catch (error) {
  console.error(escaped(oneLine(error)))
  process.exitCode = 2
}
