import { hexOf } from './hex'

/**
 * The multipart body of an upload. It is built by hand because an idempotency key is bound to the body's bytes, and the
 * platform's `FormData` uses a new boundary each time. The file's name is private and is not sent.
 * @param boundary the same for every attempt of one upload.
 */
export function uploadBody(file: Blob, proofId: string | undefined, boundary: string): { body: Blob; type: string } {
  const part = (header: string) => `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n`
  const proof = proofId ? `${part('name="proofId"')}${proofId}\r\n` : ''
  const body = new Blob([proof, part('name="file"; filename="evidence"'), file, `\r\n--${boundary}--\r\n`])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/** A boundary of at most 70 characters (RFC 2046 §5.1.1) for a key of any length: the same for each attempt. */
export async function boundaryOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return `svc-${hexOf(new Uint8Array(hash))}`
}
