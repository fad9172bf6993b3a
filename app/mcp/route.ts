import { answerWrite } from '@/app/answer-write'
import { answerWebBy } from '@/lib/api/web'
import { handleMcp } from '@/lib/mcp/handle'

// Self-hosted, our own server serves this path before Next. On serverless platforms this file does.
export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

const answer = (request: Request) => answerWrite((one) => answerWebBy(handleMcp, one), request)

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
