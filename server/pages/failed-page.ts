import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { storageFailedSince } from '@/lib/db/faults'
import type { ApiRequest, ApiResponse } from '@/lib/http/message'
import { REQUEST_ID } from '@/lib/telemetry/trace'
import { builtPage, withoutNextScripts } from './next'

/** The build renders it from `app/unavailable/page.tsx`. It is self-contained, so it works at any URL. */
const PAGE_FILE = builtPage('unavailable')
const WORDS = 'The service cannot read its records just now. Please try again in a minute.\n'
const RETRY_AFTER_SECONDS = 10

const HEALTH: ApiRequest = {
  method: 'GET',
  target: '/api/health',
  header: () => null,
  readBody: async () => new Uint8Array(),
  streamBody: async function* () {},
  address: '127.0.0.1',
}

/** The line for the request id, hidden and still empty in the built page. */
const NUMBER = / hidden=""(>[^<]*<code[^>]*>)/

let page: string | undefined

function pageText(): string {
  page ??= withoutNextScripts(readFileSync(PAGE_FILE, 'utf8'))
  return page
}

function wantsHtml(request: IncomingMessage): boolean {
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
}

/**
 * Makes the response for a page or file that failed. It works without scripts.
 * @param began when the page was begun (`performance.now()`). @param isBusy whether there was no turn for it.
 */
export type FailedPage = (request: IncomingMessage, began: number, isBusy: boolean) => Promise<ApiResponse>

/**
 * The response says 503 if the service is busy, or its database does not respond or did not in time, otherwise 500.
 * @param handle the API handler; its health check shows whether the database responds.
 */
export function createFailedPage(handle: (incoming: ApiRequest) => Promise<ApiResponse>): FailedPage {
  return async (request, began, isBusy) => {
    // A busy service does not also ask its database.
    const isAway = isBusy || storageFailedSince(began) || (await handle(HEALTH)).status === 503
    const isHtml = wantsHtml(request)
    const id = request.headers[REQUEST_ID]
    const retry: Record<string, string> = isAway ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}
    return {
      status: isAway ? 503 : 500,
      headers: {
        ...retry,
        'content-type': `${isHtml ? 'text/html' : 'text/plain'}; charset=utf-8`,
        'cache-control': 'no-store',
        [REQUEST_ID]: String(id),
      },
      body: isHtml ? pageText().replace(NUMBER, `$1${id}`) : `${WORDS}Request ${id}\n`,
    }
  }
}
