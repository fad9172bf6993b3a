import type { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import type { SignStep } from '@/lib/contract/signed-step'
import { projectVerification } from '@/lib/projects/verification'
import type { prepareVerification } from '@/lib/projects/verification-contract'
import { applySigned, type Prefetched, prefetchSigned, prepareSigned } from '@/lib/signing/two-step'

interface Project {
  readonly params: { id: string }
}

type Prepare = Project & { body: z.output<typeof prepareVerification.body> }
type Sign = Project & { body: z.output<typeof SignStep> }

// `/api` gives each step of a signed action a path of its own.

/** Step 1: stores the exact text and its nonce, and shows the text. */
export const prepareProjectVerification = (ctx: WriteContext, { params, body }: Prepare): Promise<CommandResult> =>
  prepareSigned(projectVerification, ctx, params.id, projectVerification.parse(body))

/** Step 2: the signature is recovered before any lock is taken, then everything is checked again under it. */
export const recordProjectVerification = {
  prefetch: ({ caller, at }: { caller: Caller; at: Date }, { params, body }: Sign): Promise<Prefetched> =>
    prefetchSigned(projectVerification, caller, at, params.id, body),
  run: (ctx: WriteContext, { params, prefetched }: Sign & { prefetched: Prefetched }): Promise<CommandResult> =>
    applySigned(projectVerification, ctx, params.id, prefetched),
}
