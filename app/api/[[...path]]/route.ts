import { after } from 'next/server'
import { answerWeb } from '@/lib/api/web'
import { checksUnderWay } from '@/lib/chain/check-soon'

// One route file mounts the whole API, so no path is declared twice: lib/api/handlers.ts is the table of endpoints, and
// the self-hosted front serves the same table without Next.
export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

async function answerWrite(request: Request): Promise<Response> {
  const response = await answerWeb(request)
  // A platform that freezes the process after the response must first wait for the checks that the write started.
  const checks = checksUnderWay()
  if (checks) after(checks)
  return response
}

export {
  answerWeb as DELETE,
  answerWeb as GET,
  answerWeb as HEAD,
  answerWeb as OPTIONS,
  answerWeb as PUT,
  answerWrite as PATCH,
  answerWrite as POST,
}
