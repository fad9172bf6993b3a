import { checkReceipt } from '@/lib/verify/check-receipt'
import type { Finding } from '@/lib/verify/finding'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { parseReceiptFile, type ReceiptFile } from '@/lib/verify/parse-file'
import { signerOf } from '@/lib/verify/primitives'

// Loaded by the islands of this folder when there is something to check: hashing and recovery weigh more than the page.

export interface Checked {
  readonly file: ReceiptFile
  readonly findings: readonly Finding[]
}

/** Fetches the last part, the curve that viem loads at the first recovery, so that checking needs no network any more. */
export async function prepare(): Promise<void> {
  await signerOf('', `0x${'00'.repeat(65)}`)
}

/**
 * Checks a receipt file in the browser; asks nobody.
 * @param trusted the keys that this site signs with, as its page says.
 * @returns null when the text holds no receipt.
 */
export async function checkFile(text: string, trusted: readonly KeyPeriod[]): Promise<Checked | null> {
  const file = parseReceiptFile(text)
  return file && { file, findings: await checkReceipt(file.receipt, file.history, trusted) }
}
