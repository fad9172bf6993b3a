import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILE_POLICY, SCRIPT_POLICY } from '@/lib/http/fixed-headers'
import { createPageAnswers } from '@/server/pages/answer-page'
import { BufferedResponse } from '@/server/pages/response'
import { serviceEnvironment } from '@/tests/support/environment'
import { request } from '@/tests/support/request'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

let server: http.Server
let base: string
beforeAll(async () => {
  const answer = createPageAnswers(
    async ({ headers }, response) => {
      response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      response.setHeader('last-modified', new Date(0).toUTCString())
      response.statusCode = headers['if-modified-since'] === undefined ? 200 : 304
      if (response.statusCode === 200) response.setHeader('content-type', 'text/javascript')
      response.end(response.statusCode === 200 ? 'let x' : undefined)
    },
    { origin: 'http://localhost', fixed: {}, failedPage: () => Promise.reject(new Error('Nothing fails.')) },
  )
  server = http.createServer({ ServerResponse: BufferedResponse }, (incoming, response) => {
    void answer(incoming, response, incoming.url ?? '', '127.0.0.1')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // It listens on a port.
})
afterAll(() => server.closeAllConnections() ?? server.close())

// A cache puts the headers of a 304 in the place of those that it has (RFC 9111 §3.2), and a worker obeys the policy of its script.
test.each([
  ['/_next/static/chunks/worker.js', SCRIPT_POLICY],
  ['/_next/static/chunks/style.css', FILE_POLICY],
  ['/_next/static/media/font.woff2', FILE_POLICY],
])('%s has the same policy whether it is sent or a cache has it', async (path, policy) => {
  const since = { 'if-modified-since': new Date(0).toUTCString() }
  const answers = [
    await request(base, { method: 'GET', path }),
    await request(base, { method: 'GET', path, headers: since }),
  ]
  expect(answers.map(({ status, headers }) => [status, headers['content-security-policy']])).toEqual([
    [200, policy],
    [304, policy],
  ])
})
