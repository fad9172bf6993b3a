'use client'

import type { CheckedPart } from '@/components/missions/parts/check-now'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'
import type { CheckView } from '@/lib/chain/schemas'

const CheckNow = lazyPart(() => import('@/components/missions/parts/check-now'), 'CheckNow')

/** Lets a signed-in reader repeat the check of a transaction. */
export function CheckAgain({ check, ...part }: CheckedPart & { readonly check: CheckView }) {
  if (check.status === 'not-applicable') return null
  return <Gate loading={<div className="mt-3 h-11" />}>{() => <CheckNow {...part} />}</Gate>
}
