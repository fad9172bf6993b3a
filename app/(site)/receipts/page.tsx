import { listMetadata, readList } from '@/app/read-list'
import { RECEIPTS, ReceiptList } from '@/components/receipts/receipt-list'
import { listReceipts } from '@/lib/receipts/queries'
import { ReceiptQuery } from '@/lib/receipts/schemas'

export const generateMetadata = ({ searchParams }: PageProps<'/receipts'>) => listMetadata(RECEIPTS, searchParams)

export default async function ReceiptsPage({ searchParams }: PageProps<'/receipts'>) {
  const list = await readList(ReceiptQuery, await searchParams, listReceipts)
  return <ReceiptList {...list.page} parameters={list.parameters} refused={list.refused} />
}
