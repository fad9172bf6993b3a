import type { ReactNode } from 'react'
import { OutboxItem } from '@/components/outbox/outbox-item'
import type { OutboxItemView } from '@/lib/community/schemas'
import { outboxMachine } from '@/lib/community/states'
import { allows } from '@/lib/machine/machine'

/** Posts of the service, newest first. @param act what stands under a post that the reader may act on. */
export function OutboxList({
  items,
  act,
}: {
  items: readonly OutboxItemView[]
  act?: (item: OutboxItemView) => ReactNode
}) {
  return (
    <ol className="border-t border-rule">
      {items.map((item) => (
        <OutboxItem
          key={item.id}
          item={item}
          isOpen={act !== undefined && allows(outboxMachine, item.state, 'approve')}
        >
          {act?.(item)}
        </OutboxItem>
      ))}
    </ol>
  )
}
