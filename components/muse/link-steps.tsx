'use client'

import { use, useCallback, useState } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { useDraft } from '@/components/forms/use-draft'
import { BeginForm, type Begun, NOT_BEGUN } from '@/components/muse/begin-form'
import { ProveStep } from '@/components/muse/prove-step'
import { Acted } from '@/components/record/actions/action-form'
import { Notice } from '@/components/ui/notice'
import type { Outcome } from '@/components/wallet/signing/job'

/** The way to a link: naming the Muse, then proving it. What was begun survives a reload. */
export function LinkSteps({ wallet, platform }: { wallet: string; platform: PlatformInfo }) {
  const { values: begun, setValues, discard } = useDraft<Begun>(`muse-begun:${wallet}`, NOT_BEGUN)
  const [isLinked, setLinked] = useState(false)
  const tell = use(Acted)
  const begin = useCallback((next: Begun) => setValues(next), [setValues])
  const linked = useCallback(
    (outcome: Outcome) => {
      setLinked(true)
      discard()
      tell(outcome)
    },
    [discard, tell],
  )
  if (isLinked) return null
  if (platform.host === null)
    return (
      <Notice tone="warning">No community platform is connected to this service, so no Muse can be linked here.</Notice>
    )
  if (begun.nonce === '') return <BeginForm wallet={wallet} onBegun={begin} />
  return (
    <Acted value={linked}>
      <ProveStep wallet={wallet} host={platform.host} begun={begun} onBegun={begin} onLeft={discard} />
    </Acted>
  )
}
