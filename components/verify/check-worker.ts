import { checkReceipt } from '@/lib/verify/check-receipt'
import type { Finding } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { parseReceiptFile, type ReceiptFile } from '@/lib/verify/parse-file'
import { signerOf } from '@/lib/verify/primitives'

// A worker, because hashing and recovery would block the page. components/verify/checker.ts uses it.

export interface Checked {
  readonly file: ReceiptFile
  readonly findings: readonly Finding[]
}

/** A request to check a text, or without a text to prepare. */
export interface CheckQuestion {
  readonly id: number
  readonly text: string | null
  /** The keys that the site signs with, from its page. */
  readonly trusted: readonly KeyPeriod[]
}

/** `checked` is null if the text holds no receipt; `failed` if the check could not run. */
export interface CheckAnswer {
  readonly id: number
  readonly checked: Checked | null
  readonly failed: boolean
}

/** Loads the last part: the curve that viem loads at the first recovery. After that, a check needs no network. */
async function prepare(): Promise<null> {
  await signerOf('', `0x${'00'.repeat(65)}`)
  return null
}

async function check(text: string, trusted: readonly KeyPeriod[]): Promise<Checked | null> {
  const file = parseReceiptFile(text)
  return file && { file, findings: await checkReceipt(file.receipt, file.history, trusted) }
}

addEventListener('message', async ({ data: { id, text, trusted } }: MessageEvent<CheckQuestion>) => {
  const answer = (checked: Checked | null, failed: boolean) =>
    postMessage({ id, checked, failed } satisfies CheckAnswer)
  try {
    answer(text === null ? await prepare() : await check(text, trusted), false)
  } catch {
    answer(null, true)
  }
})
