import type { z } from 'zod'
import * as moderation from '@/lib/moderation/contract'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// How a neighbourhood keeps its records fit to read.

type Told = z.input<typeof moderation.reportRecord.body>

export async function report(stage: Stage, who: Wallet, told: Told): Promise<void> {
  const { returns, path } = moderation.reportRecord
  await who.post(returns, path, told)
  stage.report(who, `reports a ${told.recordType} to the moderators`)
}

/** The moderator hides a record: it is gone from every list, and its history says why. */
export async function hide(stage: Stage, told: Told): Promise<void> {
  const { returns, path } = moderation.moderateRecord
  await stage.cast.moderator.post(returns, path, { ...told, action: 'hide' })
  stage.report(stage.cast.moderator, `hides the ${told.recordType}, and says why`)
}
