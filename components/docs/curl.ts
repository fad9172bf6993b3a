export interface CurlRequest {
  readonly method: string
  readonly url: string
  /** Needs a session. */
  readonly isSigned: boolean
  /** Needs an `Idempotency-Key`. */
  readonly isKeyed: boolean
  readonly body?: unknown
  /** The body is a file beside short fields. */
  readonly isUpload?: boolean
}

/** A request as a line for a POSIX shell. */
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
