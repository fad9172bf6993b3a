import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createPageAnswers } from '@/server/pages/answer-page'
import { BufferedResponse } from '@/server/pages/response'
import { serviceEnvironment } from '@/tests/support/environment'
import { countRounds } from '@/tests/support/loop-rounds'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

/** As many as are rendered at once. */
const AT_ONCE = 8
const SENT = 40

test('of pages that Next answers without a pause so many are begun in a round of the event loop, so that others go on between', async () => {
  const rounds = countRounds()
  const begun: number[] = []
  const answer = createPageAnswers(
    async (_request, response) => {
      begun.push(rounds.now())
      response.statusCode = 404
      response.setHeader('content-type', 'text/html')
      response.end('<p>There is no such page.</p>')
    },
    { origin: 'http://localhost', fixed: {}, failedPage: () => Promise.reject(new Error('Nothing fails.')) },
  )
  const ask = (path: string) => {
    const request = new IncomingMessage(new Socket())
    request.url = path
    return answer(request, new BufferedResponse(request), path, '127.0.0.1')
  }
  await Promise.all(Array.from({ length: SENT }, (_, nth) => ask(`/unknown/${nth}`)))
  rounds.stop()
  const inRound = (at: number) => begun.filter((each) => each === at).length
  expect(begun).toHaveLength(SENT)
  expect(Math.max(...begun.map(inRound))).toBeLessThanOrEqual(AT_ONCE)
})
