import type { PlatformInfo } from '@/components/discussion/platform-info'
import { OutboxGate } from '@/components/outbox/outbox-gate'
import { OutboxList } from '@/components/outbox/outbox-item'
import { Empty } from '@/components/ui/empty'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import type { OutboxItemView } from '@/lib/community/schemas'

/** The posts of the service. Anyone may read them; a moderator approves or cancels them. */
export function OutboxBoard({
  items,
  nextCursor,
  isFirst,
  platform,
}: {
  items: readonly OutboxItemView[]
  nextCursor: string | null
  isFirst: boolean
  platform: PlatformInfo
}) {
  return (
    <Section
      id="outbox"
      title="Outbox"
      note={
        platform.host
          ? `This service says nothing on ${platform.host} by itself. Owners queue a preview; a moderator reads the exact payload and approves or cancels it; only what was approved is sent, once. Newest first.`
          : 'No community platform is connected to this service, so nothing is queued or sent.'
      }
    >
      <OutboxGate platform={platform}>
        {items.length > 0 ? (
          <OutboxList items={items} />
        ) : (
          <Empty title="Nothing was posted yet.">
            What the service posts stands here with its text, its exact payload and the address where it can be read.
          </Empty>
        )}
        <Pager first={isFirst ? null : '/moderation'} next={nextCursor ? `/moderation?cursor=${nextCursor}` : null} />
      </OutboxGate>
    </Section>
  )
}
