import type { ReactNode } from 'react'
import { MessagePage } from '@/components/layout/message-page'
import { TextLink } from '@/components/ui/text-link'

/** @param children what may have happened, and what to do. */
export function NotFoundMessage({ children }: { children: ReactNode }) {
  return (
    <MessagePage kicker="404" title="Nothing grows at this address.">
      <p>{children}</p>
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-ink">
        <TextLink href="/challenges">All challenges</TextLink>
        <TextLink href="/missions">All missions</TextLink>
        <TextLink href="/">Home</TextLink>
      </p>
    </MessagePage>
  )
}
