import type { z } from 'zod'
import type { Endpoint } from '@/lib/contract/endpoint'
import { REQUEST_BODY_BYTES_MAX } from '@/lib/contract/limits'
import { parseFields } from '@/lib/contract/parse-fields'
import { invalid, notFound, Refusal } from '@/lib/errors'
import type { ApiRequest } from '@/lib/http/message'
import { JSON_TYPE } from '@/lib/http/problem'
import { isIntegerId, isUuid } from '@/lib/id'
import { isJsonObject } from '@/lib/json'

/** @throws Refusal `unsupported_media_type` for a body that was compressed, with what is taken (RFC 9110 §15.5.16). */
export function requireUncoded(incoming: Pick<ApiRequest, 'header'>): void {
  if ((incoming.header('content-encoding') ?? 'identity').trim().toLowerCase() === 'identity') return
  const headers = { 'accept-encoding': 'identity' }
  throw new Refusal('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.', null, headers)
}

/** Both labels that people write for it (Encoding Standard §4.2), quoted or not (RFC 9110 §5.6.6). */
const UTF8_CHARSET = /^charset=(?:utf-?8|"utf-?8")$/

/** @throws Refusal `unsupported_media_type` unless the media type is `application/json` (RFC 8259, UTF-8), uncompressed. */
export function requireJson(incoming: Pick<ApiRequest, 'header'>): void {
  requireUncoded(incoming)
  const [type, ...parameters] = (incoming.header('content-type') ?? '').split(';')
  const charset = parameters
    .map((parameter) => parameter.trim().toLowerCase())
    .find((parameter) => parameter.startsWith('charset='))
  const utf8 = charset === undefined || UTF8_CHARSET.test(charset)
  if (type?.trim().toLowerCase() === JSON_TYPE && utf8) return
  throw new Refusal('unsupported_media_type', 'Send the body as application/json, in UTF-8.')
}

export const bodyTooLarge = () =>
  new Refusal('payload_too_large', `The body is larger than ${REQUEST_BODY_BYTES_MAX / 1024} KB.`)

/** The whole body. @throws Refusal `payload_too_large` over 24 KB. */
export async function readBody(incoming: ApiRequest): Promise<Uint8Array> {
  const bytes = await incoming.readBody(REQUEST_BODY_BYTES_MAX)
  if (bytes !== 'too-large') return bytes
  throw bodyTooLarge()
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parses a JSON object. @throws Refusal `invalid_request` for anything else. */
export function parseJson(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    throw invalid(null, 'The body is not valid JSON in UTF-8.')
  }
  if (!isJsonObject(value)) throw invalid(null, 'The body must be a JSON object.')
  return value
}

/** Parses a query string; the first value of a repeated parameter counts. */
export function parseQuery<S extends z.ZodType>(schema: S, search: string): z.output<S> {
  const given: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) given[name] ??= value
  return parseFields(schema, given)
}

/** Checks the ids in a path: a malformed id means a record that does not exist. @throws Refusal `not_found`. */
export function requireIds(params: Record<string, string>, ids?: Endpoint['ids']): void {
  const isId = ids === 'integer' ? isIntegerId : isUuid
  for (const [name, value] of Object.entries(params)) {
    if (name !== 'address' && !isId(value)) throw notFound('There is no such record.')
  }
}
