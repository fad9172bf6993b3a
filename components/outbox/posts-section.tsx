import type { ReactNode } from 'react'
import { Section } from '@/components/ui/section'

/** The section for the service's posts about a mission on the community platform. */
export function PostsSection({ children }: { children: ReactNode }) {
  return (
    <Section
      id="posts"
      title="On the community platform"
      note="The owner may have this service tell how the mission stands. A moderator approves each post before it is sent."
    >
      {children}
    </Section>
  )
}
