import { answerWeb } from '@/lib/api/web'

// The whole API in one route file: lib/api/handlers.ts is the table of endpoints, and the self-hosted front serves the
// same table without Next. One file mounts it, so that no path is declared twice.
export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

export {
  answerWeb as DELETE,
  answerWeb as GET,
  answerWeb as HEAD,
  answerWeb as OPTIONS,
  answerWeb as PATCH,
  answerWeb as POST,
  answerWeb as PUT,
}
