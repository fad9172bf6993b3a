'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/forms/button'
import type { Pages } from '@/components/record/use-pages'
import { Empty } from '@/components/ui/empty'
import { Notice } from '@/components/ui/notice'

/** A list that is read page by page. @param next what comes next, where there is nothing yet. */
export function WholeList<T>({
  pages: { items, nextCursor, busy, fault, said, more, again },
  empty,
  next,
  entry,
}: {
  pages: Pages<T>
  empty: string
  next: string
  entry: (item: T) => ReactNode
}) {
  return (
    <div aria-busy={busy}>
      <p role="status" className="sr-only">
        {said}
      </p>
      {fault ? (
        <Notice tone="fault" role="alert" className="mb-6">
          {fault} Press “Read it again”.
        </Notice>
      ) : null}
      {items === null ? <Shape isComing={fault === null} /> : null}
      {items?.length === 0 ? <Empty title={empty}>{next}</Empty> : null}
      {items && items.length > 0 ? <ol className="border-t border-rule">{items.map(entry)}</ol> : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {nextCursor ? (
          <Button busy={busy} onClick={more}>
            Show older ones
          </Button>
        ) : null}
        <Button busy={busy} onClick={again}>
          Read it again
        </Button>
      </div>
    </div>
  )
}

/** The shape of what is on its way. */
function Shape({ isComing }: { isComing: boolean }) {
  if (!isComing) return null
  return (
    <div className="space-y-3 border-y border-rule py-6">
      <p className="sr-only">The list is on its way …</p>
      <div className="h-6 w-72 max-w-full rounded-sm bg-vellum" />
      <div className="h-4 w-lg max-w-full rounded-sm bg-vellum" />
    </div>
  )
}
