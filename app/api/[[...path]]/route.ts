import { revalidatePath } from 'next/cache'
import { isRecorded } from '@/lib/api/recorded'
import { answerWeb } from '@/lib/api/web'

// The whole API in one route file: lib/api/handlers.ts is the table of endpoints, and the self-hosted front serves the
// same table without Next. One file mounts it, so that no path is declared twice.
export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

/** Answers, and has every cached page made anew once something was recorded; the front does the same for its own. */
async function answer(request: Request): Promise<Response> {
  const response = await answerWeb(request)
  // biome-ignore lint/style/noProcessEnv: Next writes this word into its bundles; called without Next, there are no pages.
  if (process.env.NEXT_RUNTIME && isRecorded(new URL(request.url).pathname, response.status))
    revalidatePath('/', 'layout')
  return response
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
