import { after } from 'next/server'
import { checksUnderWay } from '@/lib/chain/check-soon'

/** Answers a write. A platform that freezes the process after the response first waits for the checks that the write started. */
export async function answerWrite(
  answer: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const response = await answer(request)
  const checks = checksUnderWay()
  if (checks) after(checks)
  return response
}
