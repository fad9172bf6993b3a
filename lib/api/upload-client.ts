import { errorOf, unreachable } from '@/client/src/errors'
import { pathOf } from '@/client/src/request'
import { uploadBody } from '@/client/src/upload'
import type { uploadFile } from '@/lib/evidence/contract'
import type { FileView } from '@/lib/evidence/schemas'

export interface UploadRequest {
  readonly params: { readonly id: string }
  readonly file: Blob
  readonly proofId?: string
  /** One key per intent: a repeated key with the same file replays the first response. */
  readonly key: string
  /** Called with the share of the body that was sent, from 0 to 1. */
  readonly onProgress: (sent: number) => void
  readonly signal: AbortSignal
}

function answerOf(sending: XMLHttpRequest, { returns }: typeof uploadFile): { file: FileView } {
  let answer: unknown = null
  try {
    answer = JSON.parse(sending.responseText)
  } catch {
    // Reported below.
  }
  const { data, success } = returns.safeParse(answer)
  if (success && sending.status < 300) return data
  throw errorOf(sending.status, { get: (name) => sending.getResponseHeader(name) }, answer)
}

/**
 * Sends a file and reports the progress, which `fetch` cannot do.
 * @throws ApiError as `request` does; `AbortError` if it was aborted.
 */
export function sendFile(endpoint: typeof uploadFile, request: UploadRequest): Promise<{ file: FileView }> {
  const { file, proofId, key, signal } = request
  const { body, type } = uploadBody(file, proofId, `svc-${key}`)
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(endpoint.method, pathOf(endpoint.path, request.params))
    sending.setRequestHeader('content-type', type)
    sending.setRequestHeader('idempotency-key', key)
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
