'use client'

import { useCallback, useState } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { Button } from '@/components/forms/button'
import { WriteResult } from '@/components/forms/write-result'
import { LinkSteps } from '@/components/muse/link-steps'
import { MuseLinkList } from '@/components/muse/muse-link-entry'
import { UnlinkAnyForm, UnlinkOwnForm } from '@/components/muse/unlink-forms'
import { useMuseLinks } from '@/components/muse/use-muse-links'
import { Acted } from '@/components/record/actions/action-form'
import { ActionItem } from '@/components/record/actions/action-item'
import { Section } from '@/components/ui/section'
import type { Outcome } from '@/components/wallet/signing/job'
import type { SessionView } from '@/lib/auth/schemas'

const NOTHING_SENT = { busy: false, fieldErrors: {}, fault: null, note: null, outcome: null } as const

/** Whose link is about to be ended: the form that is open. */
type Unlinking = 'own' | 'any' | null

/** The Muse of the signed-in wallet: linking one, the link there is, and those there were. */
export function MusePanel({ session, platform }: { session: SessionView; platform: PlatformInfo }) {
  const { address, isAdmin } = session
  const { links, failed, reread } = useMuseLinks(address)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [open, setOpen] = useState<Unlinking>(null)
  const acted = useCallback(
    (recorded: Outcome) => {
      setOutcome(recorded)
      setOpen(null)
      reread()
    },
    [reread],
  )
  const isLinked = links?.some(({ active }) => active) ?? false
  return (
    <Acted value={acted}>
      <WriteResult write={{ ...NOTHING_SENT, outcome }} />
      {failed ? (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
          <p className="text-madder">The links of your wallet could not be read.</p>
          <Button onClick={reread}>Try again</Button>
        </div>
      ) : null}
      {links === null && !failed ? <p className="text-ink-soft">Reading the links of your wallet …</p> : null}
      {links !== null && !isLinked ? <LinkSteps wallet={address} platform={platform} /> : null}
      {links !== null && links.length > 0 ? (
        <Section id="links" title={isLinked ? 'Your Muse' : 'Earlier links'} note="Every link stays on record.">
          <MuseLinkList links={links} />
        </Section>
      ) : null}
      <UnlinkActions isLinked={isLinked} isAdmin={isAdmin} open={open} setOpen={setOpen} />
    </Acted>
  )
}

function UnlinkActions({
  isLinked,
  isAdmin,
  open,
  setOpen,
}: {
  isLinked: boolean
  isAdmin: boolean
  open: Unlinking
  setOpen: (open: Unlinking) => void
}) {
  if (!isLinked && !isAdmin) return null
  const toggle = (name: 'own' | 'any') => () => setOpen(open === name ? null : name)
  return (
    <ul className="mt-6 border-t border-rule">
      {isLinked ? (
        <ActionItem action={UNLINK_OWN} open={open === 'own'} toggle={toggle('own')}>
          <UnlinkOwnForm />
        </ActionItem>
      ) : null}
      {isAdmin ? (
        <ActionItem action={UNLINK_ANY} open={open === 'any'} toggle={toggle('any')}>
          <UnlinkAnyForm />
        </ActionItem>
      ) : null}
    </ul>
  )
}

const COMMON = { refusal: null, until: null, aside: true } as const
const UNLINK_OWN = {
  ...COMMON,
  name: 'own',
  title: 'Unlink this Muse',
  meaning: 'The link ends and stays in the history. Both may be linked anew afterwards, to each other or elsewhere.',
}
const UNLINK_ANY = {
  ...COMMON,
  name: 'any',
  title: 'End another wallet’s link',
  meaning: 'For moderators. That it was you, and why, stays in the history.',
}
