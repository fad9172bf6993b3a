import { answerFile, fileOptions } from '@/app/file-answer'
import { readReceiptFile } from '@/app/receipt-file'

export const dynamic = 'force-dynamic'

export const OPTIONS = fileOptions

/** Everything that `/verify` and `npm run verify-receipt` check. */
export async function GET(request: Request, { params }: RouteContext<'/receipts/[id]/receipt.json'>) {
  const { id } = await params
  return answerFile(request, async () => ({
    body: `${JSON.stringify(await readReceiptFile(id), null, 2)}\n`,
    type: 'application/json',
    maxAgeSeconds: 0,
    saveAs: `receipt-${id.toLowerCase()}.json`,
  }))
}
