import { expect, test } from 'vitest'
import { problem } from '@/lib/http/problem'
import { answerOf } from '@/lib/mcp/answers'
import { toolCall } from '@/lib/mcp/call-api'
import { TOOLS } from '@/lib/mcp/tools'
import { errorOf } from '@/tests/support/mcp'

const KEY = 'made-up-by-the-server'

/** What an agent is told of a write that the API has refused. */
function toldOf(code: 'unavailable' | 'internal_error' | 'conflict') {
  const tool = TOOLS.get('create_challenge')
  if (!tool) throw new Error('No such tool.')
  const { status, headers, body } = problem(code, 'Why not.')
  return errorOf(answerOf(toolCall(tool, {}), { status, headers, body: JSON.parse(String(body)), idempotencyKey: KEY }))
}

test('where it is open what was saved, an agent is told the key with which the same call acts once', () => {
  for (const code of ['unavailable', 'internal_error'] as const)
    expect(toldOf(code)).toMatchObject({ code, idempotencyKey: KEY })
  expect(toldOf('conflict')).not.toHaveProperty('idempotencyKey')
})
