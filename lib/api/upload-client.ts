import { ApiError, errorOf, pathOf } from '@/lib/api/request'
import type { uploadFile } from '@/lib/evidence/contract'
import type { FileView } from '@/lib/evidence/schemas'

export interface UploadRequest {
  readonly params: { readonly id: string }
  readonly file: Blob
  readonly proofId?: string
  /** One key per intent: the same key again, with the same file, replays the first answer. */
  readonly key: string
  /** How much of the body has left, from 0 to 1. */
  readonly onProgress: (sent: number) => void
  readonly signal: AbortSignal
}

/**
 * The body of an upload, made by hand: a key is bound to the body's bytes, and a browser's own form data has another
 * boundary each time. The file's name is nobody's business and stays here.
 */
function bodyOf({ file, proofId, key }: UploadRequest): { body: Blob; type: string } {
  const boundary = `svc-${key}`
  const part = (header: string) => `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n`
  const proof = proofId ? `${part('name="proofId"')}${proofId}\r\n` : ''
  const body = new Blob([proof, part('name="file"; filename="evidence"'), file, `\r\n--${boundary}--\r\n`])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

function answerOf(sending: XMLHttpRequest, { returns }: typeof uploadFile): { file: FileView } {
  let answer: unknown = null
  try {
    answer = JSON.parse(sending.responseText)
  } catch {
    // Told below.
  }
  const { data, success } = returns.safeParse(answer)
  if (success && sending.status < 300) return data
  const retryAfter = sending.getResponseHeader('retry-after')
  throw errorOf(sending.status, retryAfter, answer)
}

/**
 * Sends a file and tells how much of it has left, which `fetch` cannot.
 * @throws ApiError as `request` does; `AbortError` when it was stopped.
 */
export function sendFile(endpoint: typeof uploadFile, request: UploadRequest): Promise<{ file: FileView }> {
  const { body, type } = bodyOf(request)
  const { signal } = request
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(endpoint.method, pathOf(endpoint, request.params, {}))
    sending.setRequestHeader('content-type', type)
    sending.setRequestHeader('idempotency-key', request.key)
    sending.upload.addEventListener('progress', ({ loaded, total }) => request.onProgress(loaded / total))
    sending.addEventListener('error', () => reject(unreachable()))
    sending.addEventListener('abort', () => reject(signal.reason))
    sending.addEventListener('load', () => {
      try {
        resolve(answerOf(sending, endpoint))
      } catch (fault) {
        reject(fault)
      }
    })
    signal.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(body)
  })
}

const unreachable = () =>
  new ApiError(0, 'network', 'The service cannot be reached. Check your connection and try again.')
