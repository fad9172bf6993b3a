'use client'

import { type ReactNode, useState } from 'react'
import type { Invitation } from '@/components/record/actions/invitations'
import { PendingActions } from '@/components/record/actions/pending-actions'
import { Section } from '@/components/ui/section'
import { ConnectButton, Gate } from '@/components/wallet/gate'
import { warmWallet } from '@/components/wallet/wallet'
import type { SessionView } from '@/lib/auth/schemas'

/**
 * The place on a record's page for actions. It contains only a button at first; the panel is loaded once the viewer is
 * signed in.
 * @param ended no action is possible any more, so nothing is shown.
 */
export function ActHere({
  ended,
  invitation,
  children,
}: {
  ended: boolean
  invitation: Invitation
  children: (session: SessionView) => ReactNode
}) {
  // If an action on this page ends the record, the place stays, because it shows the result.
  const [wasEnded] = useState(ended)
  if (wasEnded) return null
  return (
    <div className="print:hidden">
      <Section id="act" title="Your actions">
        <noscript>
          <p className="max-w-prose text-ink-soft">Reading needs nothing. Acting here needs JavaScript and a wallet.</p>
        </noscript>
        <div className="needs-script">
          <Gate shape={<SignedOut {...invitation} />} loading={<PendingActions />}>
            {children}
          </Gate>
        </div>
      </Section>
    </div>
  )
}

function SignedOut({ icon, words, waits }: Invitation) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4" onPointerEnter={warmWallet}>
      <p className="max-w-prose text-ink-soft">{words}</p>
      <ConnectButton kind={waits ? 'primary' : 'plain'}>{icon} Connect a wallet to act</ConnectButton>
    </div>
  )
}
