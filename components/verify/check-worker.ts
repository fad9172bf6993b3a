import { checkReceipt } from '@/lib/verify/check-receipt'
import type { Finding } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { parseReceiptFile, type ReceiptFile } from '@/lib/verify/parse-file'
import { signerOf } from '@/lib/verify/primitives'

// A worker: hashing and recovery would keep the page from answering its reader (components/verify/checker.ts asks).

export interface Checked {
  readonly file: ReceiptFile
  readonly findings: readonly Finding[]
}

/** What is asked: to check a text, or with none only to be ready to. */
export interface CheckQuestion {
  readonly id: number
  readonly text: string | null
  /** The keys that the site signs with, as its page says. */
  readonly trusted: readonly KeyPeriod[]
}

/** `checked` is null where the text holds no receipt; `failed` where it could not be looked at. */
export interface CheckAnswer {
  readonly id: number
  readonly checked: Checked | null
  readonly failed: boolean
}

/** Fetches the last part, the curve that viem loads at the first recovery, so that checking needs no network any more. */
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
