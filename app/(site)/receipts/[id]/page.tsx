import type { Metadata } from 'next'
import { cache } from 'react'
import { foundById } from '@/app/found'
import { recordMetadata } from '@/app/record-metadata'
import { ReceiptRecord } from '@/components/receipts/receipt-record'
import { appUrl } from '@/lib/env'
import { findGrowth } from '@/lib/history/growth'
import { OUTCOME_LABELS } from '@/lib/missions/labels'
import { findRecorder } from '@/lib/receipts/page-queries'
import { getReceipt } from '@/lib/receipts/queries'
import { bylineOf } from '@/lib/receipts/recorder'
import { trustedKeys } from '@/lib/receipts/signed-under'
import { excerpt } from '@/lib/text/excerpt'
import { quoted } from '@/lib/text/quoted'

const read = cache((id: string) => foundById(id, getReceipt))

type Props = PageProps<'/receipts/[id]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const receipt = await read((await params).id)
  const title = `Receipt: ${receipt.terms.title}`
  const description = `${OUTCOME_LABELS[receipt.outcome].word}. ${quoted(excerpt(receipt.statement))}`
  return recordMetadata({ path: `/receipts/${receipt.id}`, title, description })
}

export default async function ReceiptPage({ params }: Props) {
  const receipt = await read((await params).id)
  const [known, growth, trusted] = await Promise.all([
    receipt.recordedBy ?? findRecorder(receipt.missionId),
    findGrowth(receipt.missionId),
    trustedKeys(),
  ])
  const byline = bylineOf({ ...receipt, owner: receipt.terms.owner }, known)
  return <ReceiptRecord receipt={receipt} trusted={trusted} origin={appUrl()} byline={byline} growth={growth} />
}
