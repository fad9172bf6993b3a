'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import type { ReceiptSummary } from '@/lib/receipts/schemas'
import type { Verdict } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'

/** The progress of the check, and its result. */
interface Found {
  readonly checked: number
  readonly broken: readonly ReceiptSummary[]
  /** Of how many this browser could not tell whether the service signed them, though nothing in them is wrong. */
  readonly unchecked: number
  readonly end: 'running' | 'done' | 'failed'
}

/** Reads all receipts of a wallet's work, newest first, page by page. */
async function* receiptsOf(contributor: string): AsyncGenerator<ReceiptSummary> {
  const [{ request }, { listReceipts }] = await Promise.all([
    import('@/lib/api/request'),
    import('@/lib/receipts/contract'),
  ])
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof request<typeof listReceipts>>> = await request(listReceipts, {
      query: { contributor, limit: '100', cursor },
    })
    yield* page.receipts
    cursor = page.nextCursor
  }
}

/** @throws Error when the file could not be read. */
async function readFile(id: string): Promise<string> {
  const answer = await fetch(`/receipts/${id}/receipt.json`)
  if (!answer.ok) throw new Error(`The receipt ${id} answered ${answer.status}.`)
  return answer.text()
}

function withVerdict({ checked, broken, unchecked }: Found, receipt: ReceiptSummary, verdict: Verdict): Partial<Found> {
  const next = { checked: checked + 1 }
  if (verdict === 'sound') return next
  return verdict === 'unchecked' ? { ...next, unchecked: unchecked + 1 } : { ...next, broken: [...broken, receipt] }
}

/** Checks all receipts of a wallet's work in the browser, one after the other. @param trusted the keys that this site signs with. */
export function CheckAll({ wallet, trusted }: { wallet: string; trusted: readonly KeyPeriod[] }) {
  const [found, setFound] = useState<Found | null>(null)
  const isRunning = useRef(false)
  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    let now: Found = { checked: 0, broken: [], unchecked: 0, end: 'running' }
    const report = (change: Partial<Found>) => {
      now = { ...now, ...change }
      setFound(now)
    }
    report({})
    try {
      const [{ checkFile }, { verdictOf }] = await Promise.all([
        import('@/components/verify/checker'),
        import('@/lib/verify/finding'),
      ])
      for await (const receipt of receiptsOf(wallet)) {
        const checked = await checkFile(await readFile(receipt.id), trusted)
        const verdict = checked?.file.receipt.id === receipt.id ? verdictOf(checked.findings) : 'broken'
        report(withVerdict(now, receipt, verdict))
      }
      report({ end: 'done' })
    } catch {
      report({ end: 'failed' })
    }
    isRunning.current = false
  }
  return (
    <div className="needs-script mt-5">
      <Button onClick={run} busy={found?.end === 'running'}>
        Check everything
      </Button>
      <div className="mt-3">
        {/* Each receipt changes the count, so only the beginning and the end are announced. */}
        {found?.end === 'running' ? <p>{found.checked} checked so far …</p> : null}
        <p role="status" className={found?.end === 'running' ? 'sr-only' : undefined}>
          {found ? wordsOf(found) : null}
        </p>
        {found && found.broken.length > 0 ? (
          <ul className="mt-2">
            {found.broken.map(({ id, title }) => (
              <li key={id}>
                <TextLink href={`/receipts/${id}`}>
                  <Name text={title} />
                </TextLink>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}

export function wordsOf({ checked, broken, unchecked, end }: Found): string {
  if (end === 'running') return 'They are checked one after the other …'
  if (end === 'failed') return `After ${checked} the next one could not be read. Check again.`
  if (checked === 0) return 'There is no receipt to check.'
  if (broken.length > 0)
    return checked === 1
      ? 'The one receipt does not hold:'
      : `${broken.length} of ${checked} ${broken.length === 1 ? 'does' : 'do'} not hold:`
  if (unchecked > 0)
    return `Nothing in them is wrong. Whether the service signed ${unchecked} of ${checked} cannot be told here.`
  return checked === 1 ? 'The one receipt holds.' : `All ${checked} receipts hold.`
}
