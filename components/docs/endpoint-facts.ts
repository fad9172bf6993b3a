import type { FieldRow } from '@/components/docs/field-rows'
import type { Access, Endpoint } from '@/lib/contract/endpoint'
import type { ErrorCode } from '@/lib/errors'

export interface Parameter extends FieldRow {
  readonly in: 'path' | 'query'
}

export interface BodyFacts {
  readonly name: string
  readonly rows: readonly FieldRow[]
  readonly example: unknown
}

export interface AnswerFacts {
  readonly status: number
  readonly meaning: string
  /** The shape that the whole answer is, where it has a name. */
  readonly shape: string | null
  readonly rows: readonly FieldRow[]
  readonly example: unknown
}

/** Everything that the reference tells about an endpoint, drawn from its contract. */
export interface EndpointFacts {
  readonly operationId: string
  readonly method: Endpoint['method']
  readonly path: string
  /** Another path that answers the same bytes. */
  readonly alias: string | null
  readonly summary: string
  readonly description: string
  readonly access: Access
  readonly limit: string | null
  readonly isWrite: boolean
  /** Anybody may send it from a page. */
  readonly isTryable: boolean
  /** Below `/api` instead of `/api/v1`. */
  readonly isEarlier: boolean
  readonly parameters: readonly Parameter[]
  readonly bodies: readonly BodyFacts[]
  readonly answers: readonly AnswerFacts[]
  readonly refusals: readonly { readonly code: ErrorCode; readonly status: number }[]
  readonly curl: string
}

/** An object that answers name, told once on the page. */
export interface ShapeFacts {
  readonly name: string
  readonly rows: readonly FieldRow[]
}

interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly isSigned: boolean
  /** Needs an `Idempotency-Key`. */
  readonly isKeyed: boolean
  readonly body?: unknown
  /** The body is a file beside short fields. */
  readonly isUpload?: boolean
}

export function curlCommand({ method, url, isSigned, isKeyed, body, isUpload = false }: CurlRequest): string {
  const parts = [method === 'GET' ? `curl ${quote(url)}` : `curl -X ${method} ${quote(url)}`]
  if (isSigned) parts.push(`-H "Authorization: Bearer $ACCESS_TOKEN"`)
  if (isKeyed) parts.push(`-H "Idempotency-Key: $(uuidgen)"`)
  if (isUpload) parts.push(`-F 'file=@evidence.png'`)
  else if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`)
  return parts.join(' \\\n  ')
}

/** In single quotes a shell changes nothing; a single quote itself stands outside them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
