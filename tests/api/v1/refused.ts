import { expect } from 'vitest'
import type { Reply } from '@/tests/support/client'

/** The code of each status, as the interface lists them (docs/interface.md#errors). */
const CODES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  410: 'expired',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'idempotency_key_reused',
  428: 'idempotency_key_required',
  429: 'rate_limited',
  503: 'unavailable',
}

/** Holds a refusal against the interface: its status, the code of that status, the field, and words in a full sentence. */
export function expectRefused(
  reply: Pick<Reply, 'status' | 'body' | 'text'>,
  status: number,
  field: string | null = null,
): void {
  const { code, field: named, message } = reply.body?.error ?? {}
  expect({ status: reply.status, code, field: named }, reply.text).toEqual({ status, code: CODES[status], field })
  expect(message, 'a message is a full sentence').toMatch(/^[A-Z].*\.$/s)
}
