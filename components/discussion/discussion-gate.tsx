'use client'

import type { DiscussionProps, PlatformInfo } from '@/components/discussion/platform-info'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'

const DiscussionPanel = lazyPart(() =>
  import('@/components/discussion/discussion-panel').then((module) => module.DiscussionPanel),
)

/** What the reader's wallet may do about a discussion; it comes once somebody is signed in. */
export function DiscussionGate(place: DiscussionProps & { readonly platform: PlatformInfo }) {
  return <Gate>{(session) => <DiscussionPanel key={session.address} session={session} {...place} />}</Gate>
}
