import { revalidatePath } from 'next/cache'
import { after } from 'next/server'
import { isRecorded } from '@/lib/api/recorded'
import { answerWeb, targetOf } from '@/lib/api/web'
import { checksUnderWay } from '@/lib/chain/check-soon'

// The whole API in one route file: lib/api/handlers.ts is the table of endpoints, and the self-hosted front serves the
// same table without Next. One file mounts it, so that no path is declared twice.
export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

/** Answers, and has every cached page made anew once something was recorded; the front does the same for its own. */
async function answer(request: Request): Promise<Response> {
  const response = await answerWeb(request)
  // biome-ignore lint/style/noProcessEnv: Next writes this word into its bundles; called without Next, there are no pages.
  if (process.env.NEXT_RUNTIME && isRecorded(targetOf(request.url), response.status)) revalidatePath('/', 'layout')
  return response
}

async function answerWrite(request: Request): Promise<Response> {
  const response = await answer(request)
  // A platform that freezes the process after its answer waits for the checks that the write has begun.
  const checks = checksUnderWay()
  if (checks) after(checks)
  return response
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PUT,
  answerWrite as PATCH,
  answerWrite as POST,
}
