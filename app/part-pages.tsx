import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import { foundById, pageNumber } from '@/app/found'
import { HistoryPage } from '@/components/record/history'
import { findHistoryBlock } from '@/lib/history/queries'

interface Props {
  readonly params: Promise<{ readonly id: string; readonly page: string }>
}

/** The pages of a record's history. */
export const historyPages = (type: 'challenge' | 'mission', stateWords: Readonly<Record<string, { word: string }>>) =>
  partPages(
    type === 'challenge' ? 'Challenge history' : 'Mission history',
    (id, block) => findHistoryBlock(type, id, block),
    (found, id, block) => <HistoryPage found={found} path={`/${type}s/${id}`} block={block} stateWords={stateWords} />,
  )

/**
 * The pages of a record's long list. The record's own page shows only the newest part. Search engines follow these pages
 * but do not index them.
 * @param words the name of the list, for the title. @param find returns null for a page beyond the list.
 */
export function partPages<Found extends { readonly title: string }>(
  words: string,
  find: (id: string, page: number) => Promise<Found | null>,
  show: (found: Found, id: string, page: number) => ReactNode,
) {
  const read = cache(async (id: string, page: number) => {
    const found = await foundById(id, (record) => find(record, page))
    return found ?? notFound()
  })
  return {
    async generateMetadata({ params }: Props): Promise<Metadata> {
      const { id, page } = await params
      const { title } = await read(id, pageNumber(page))
      return { title: `${words}: ${title}`, robots: { index: false, follow: true } }
    },
    async Page({ params }: Props) {
      const { id, page } = await params
      const number = pageNumber(page)
      return show(await read(id, number), id.toLowerCase(), number)
    },
  }
}
