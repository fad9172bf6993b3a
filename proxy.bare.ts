import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { appUrl } from '@/lib/env'
import { pagePolicy } from '@/lib/http/fixed-headers'
import { isProgramFile, methodsOf } from '@/lib/http/preflight'
import { problem } from '@/lib/http/problem'

/** 128 bits, as CSP Level 3 §7.1 asks at the least. */
const NONCE_BYTES = 16

/**
 * What our front does for pages, where it does not stand before Next (next.config.ts takes this file into such builds
 * only): a policy that allows exactly the inline scripts of this one answer. Next reads the nonce from the request's
 * header and writes it on its scripts; so every page is made for its reader (app/layout.tsx).
 */
export function proxy(request: NextRequest): Response {
  // Next's route file answers it.
  const { pathname } = request.nextUrl
  if (request.method === 'OPTIONS' && isProgramFile(pathname)) return NextResponse.next()
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed(methodsOf(pathname))
  const nonce = `'nonce-${randomBytes(NONCE_BYTES).toString('base64')}'`
  const policy = pagePolicy({ origin: appUrl(), inlineScripts: [nonce] })
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

function notAllowed(allow: string): Response {
  const { status, headers, body } = problem('method_not_allowed', 'That method does not exist on the path.')
  return new Response(String(body), { status, headers: { ...headers, allow } })
}

// The pages of next.config.ts, which gives files their policy. Next wants the words as they are, not a constant.
export const config = { matcher: ['/((?!api(?:/|$)|mcp$|_next/)(?:[\\s\\S]*/)?[^./]*)'] }
