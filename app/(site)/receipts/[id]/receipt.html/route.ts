import { answerFile, fileOptions } from '@/app/file-answer'
import { readReceiptFile } from '@/app/receipt-file'
import { appUrl, serviceName } from '@/lib/env'
import { offlineFile } from '@/lib/verify/offline-file'

export const dynamic = 'force-dynamic'

export const OPTIONS = fileOptions

/** The receipt as one file that displays and checks itself offline. */
export async function GET(request: Request, { params }: RouteContext<'/receipts/[id]/receipt.html'>) {
  const { id } = await params
  return answerFile(request, async () => ({
    body: offlineFile(await readReceiptFile(id), { service: serviceName(), origin: appUrl() }),
    type: 'text/html; charset=utf-8',
    maxAgeSeconds: 0,
    saveAs: `receipt-${id.toLowerCase()}.html`,
  }))
}
