'use client'

import { type ReactNode, useCallback } from 'react'
import { type ChallengeActionName, challengeActions } from '@/components/challenges/actions/challenge-actions'
import type { ChallengeFormProps, ChallengePanelProps } from '@/components/challenges/actions/props'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { lazyPart } from '@/components/record/lazy-part'
import { request } from '@/lib/api/client'
import { getChallenge } from '@/lib/challenges/contract'
import type { ChallengeRecord } from '@/lib/challenges/schemas'

const LinkForm = lazyPart(() => import('@/components/challenges/actions/link-form').then((module) => module.LinkForm))
const DecideForm = lazyPart(() =>
  import('@/components/challenges/actions/decide-form').then((module) => module.DecideForm),
)
const VerifyForm = lazyPart(() =>
  import('@/components/challenges/actions/verify-form').then((module) => module.VerifyForm),
)
const ConvertForm = lazyPart(() =>
  import('@/components/challenges/actions/convert-form').then((module) => module.ConvertForm),
)
const CancelForm = lazyPart(() =>
  import('@/components/challenges/actions/cancel-form').then((module) => module.CancelForm),
)

const FORMS: Readonly<Record<ChallengeActionName, (props: ChallengeFormProps) => ReactNode>> = {
  link: (props) => <LinkForm {...props} />,
  decide: (props) => <DecideForm {...props} />,
  verify: (props) => <VerifyForm {...props} />,
  convert: (props) => <ConvertForm {...props} />,
  cancel: (props) => <CancelForm {...props} />,
}

/** What the signed-in wallet may do on a challenge. */
export function ChallengePanel({ session, id, shownAt, today, platformHost }: ChallengePanelProps) {
  const read = useCallback(() => request(getChallenge, { params: { id } }).then(({ challenge }) => challenge), [id])
  return (
    <ActionPanel<ChallengeActionName, ChallengeRecord>
      wallet={session.address}
      read={read}
      shownAt={shownAt}
      roles={({ owner }) => [
        ...(owner === session.address ? ['the owner'] : []),
        ...(session.isVerifier ? ['a verifier'] : []),
      ]}
      actions={(challenge) => challengeActions(challenge, session, today)}
      form={(name, challenge) => FORMS[name]({ challenge, today, platformHost })}
    />
  )
}
