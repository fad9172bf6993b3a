import { answerWrite } from '@/app/answer-write'
import { answerWeb } from '@/lib/api/web'

// One route file mounts the whole API, so no path is declared twice: lib/api/handlers.ts is the table of endpoints, and
// our own server serves the same table without Next.
export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

const write = (request: Request) => answerWrite(answerWeb, request)

export {
  answerWeb as DELETE,
  answerWeb as GET,
  answerWeb as HEAD,
  answerWeb as OPTIONS,
  answerWeb as PUT,
  write as PATCH,
  write as POST,
}
