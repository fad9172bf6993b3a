import { checkReceipt } from '@/lib/verify/check-receipt'
import { countWords, type Finding, type Verdict, verdictOf } from '@/lib/verify/finding'
import { wordsOfFile } from '@/lib/verify/offline-words'
import type { ReceiptFile } from '@/lib/verify/parse-file'

// The script of the single file that a receipt can be saved as (lib/verify/offline-file.ts). It is bundled without the site
// (server/build.ts), sends no request, and inserts content only as text, because strangers wrote it.

const WORDS: Readonly<Record<Verdict, string>> = {
  broken: 'It does not hold.',
  unchecked: 'Everything in it fits together. Whether the named key signed it cannot be told here.',
  foreign: 'Everything in it fits together. Whose key signed it is for you to compare.',
  sound: 'Everything that can be checked holds.',
}
const MARKS: Readonly<Record<Finding['result'], string>> = { valid: '✓', invalid: '✗', unknown: '?' }

function element(name: string, text: string, kind = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  made.className = kind
  return made
}

/** A shallow check, because the service wrote the file. If it was damaged later, checking it throws. */
const isReceiptFile = (value: unknown): value is ReceiptFile =>
  typeof value === 'object' && value !== null && 'receipt' in value

/** Draws the file's words from the data that is checked, so that nobody reads other words than those. */
function drawWords(file: ReceiptFile): void {
  const { title, outcome, rows } = wordsOfFile(file)
  document.title = `Receipt: ${title}`
  document.querySelector('#title')?.replaceChildren(title)
  document.querySelector('#outcome')?.replaceChildren(outcome)
  const drawn = rows.map(([name, text]) => {
    const row = document.createElement('div')
    row.append(element('dt', name), element('dd', text))
    return row
  })
  document.querySelector('#rows')?.replaceChildren(...drawn)
}

async function check(text: string): Promise<{ file: ReceiptFile; findings: readonly Finding[] } | null> {
  try {
    const file: unknown = JSON.parse(text)
    return isReceiptFile(file) ? { file, findings: await checkReceipt(file.receipt, file.history) } : null
  } catch {
    return null
  }
}

async function show(): Promise<void> {
  const place = document.querySelector('#findings')
  const checked = await check(document.querySelector('#file')?.textContent ?? '')
  if (!place) return
  if (!checked) return place.replaceChildren(element('p', 'This file holds no whole receipt any more.', 'broken'))
  const { file, findings } = checked
  drawWords(file)
  const verdict = verdictOf(findings)
  const list = document.createElement('ul')
  for (const { result, what, because } of findings) {
    const line = element('li', `${MARKS[result]} ${what}. `, result)
    line.append(element('span', because))
    list.append(line)
  }
  const all = document.createElement('details')
  all.append(element('summary', 'Each of the checks'), list)
  all.open = verdict === 'broken'
  const head = element('p', WORDS[verdict], verdict)
  head.append(element('small', countWords(findings)))
  place.replaceChildren(head, all)
  document.querySelector('#raw')?.replaceChildren(element('pre', JSON.stringify(file, null, 2)))
}

void show()
