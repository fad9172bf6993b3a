import { MessagePage } from '@/components/layout/message-page'
import { TextLink } from '@/components/ui/text-link'

export function NotFoundMessage() {
  return (
    <MessagePage kicker="404" title="Nothing grows at this address.">
      <p>
        The record does not exist, or a moderator has hidden it. Check the address for a missing letter, or look for it
        in the lists. If the record is yours, sign in: you are told here what became of it.
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-ink">
        <TextLink href="/challenges">All challenges</TextLink>
        <TextLink href="/missions">All missions</TextLink>
        <TextLink href="/">Home</TextLink>
      </p>
    </MessagePage>
  )
}
