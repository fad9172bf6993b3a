import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from '../build'

// What the site relies on and Next does not promise. What holds each of these is listed in
// docs/architecture.md#what-to-look-at-when-next-changes.

/** Below these paths Next answers for itself: `/_next/` and, in development, `/__nextjs_`. */
export const NEXT_PATH = /^\/_?_next/

/** Where a build leaves the files that never change, and the path under which pages name them. */
export const STATIC_FILES = { folder: path.join(ROOT, '.next', 'static'), path: '/_next/static/' } as const

/** Where a build leaves a page that it made by itself. */
export const builtPage = (name: string): string => path.join(ROOT, '.next', 'server', 'app', `${name}.html`)

/** Headers by which Next, its proxy and its platform tell each other how to route; a client may not say them. */
const INTERNAL_HEADER =
  /^(?:x-middleware-|x-nextjs-|x-next-|x-invoke-|x-vercel-|x-now-|x-action-)|^(?:x-matched-path|x-prerender-revalidate|x-prerender-bypass|next-resume|next-action)$/

/**
 * What Next's client says of itself when it asks for the data of a page instead of the page: what it has already. The answer
 * depends on all of it, and on nothing else of the request.
 * @returns null for a request that asks for the page.
 */
export function askedData(headers: IncomingHttpHeaders): string | null {
  const said = Object.entries(headers).filter(([name]) => name === 'rsc' || name.startsWith('next-'))
  return said.length === 0 ? null : JSON.stringify(said.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A query without the parameter that Next's client adds when it asks for data: a digest of those headers. */
export const withoutDataParameter = (query: string): string => query.replace(/^\?_rsc=[\w-]*$/, '')

export const isNextInternal = (header: string): boolean => INTERNAL_HEADER.test(header)

/** Next says `immutable` of the files of its build alone. */
export const isImmutable = (cacheControl: string): boolean => cacheControl.includes('immutable')

/** Next gives what it made while building to `end` as one string, the same each time; what it makes anew comes in bytes. */
export const isFromCache = (body: string | Buffer): body is string => typeof body === 'string'

/** Next names the target of a redirect that it has cached twice; RFC 9110 §10.2.2 allows one. */
export function nameTargetOnce(response: ServerResponse): void {
  const location = response.getHeader('location')
  if (Array.isArray(location)) setLastHeader(response, 'location', location[0] ?? '')
}

/** Next puts a `setHeader` of its own on a response, which does nothing once the body is sent: this one passes it by. */
export function setLastHeader(response: ServerResponse, name: string, value: string | number | null): void {
  if (value === null) ServerResponse.prototype.removeHeader.call(response, name)
  else ServerResponse.prototype.setHeader.call(response, name, value)
}

/** Next begins another page where `headersSent` is false after it has written one; a body that waits counts as sent. */
export function countAsSent(response: ServerResponse, isBegun: () => boolean): void {
  const isSent = () => Reflect.get(ServerResponse.prototype, 'headersSent', response) === true
  Object.defineProperty(response, 'headersSent', { get: () => isBegun() || isSent() })
}

/** Everything of Next's and React's in a built page that must stand by itself; `/theme.js` is ours. */
const SCRIPT_ELEMENTS = /<script\b(?![^>]*\bsrc="\/theme\.js")[^>]*>.*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/gs

export const withoutNextScripts = (html: string): string => html.replace(SCRIPT_ELEMENTS, '')

/** The inline scripts that Next writes; what is within the parentheses is data. */
const NEXT_SCRIPTS = [
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\((.*)\)$/s,
  /^self\.__next_f\.push\((.*)\)$/s,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s,
]

/** The script by which Next hands over a piece of a page's data. */
export const PAGE_DATA_SCRIPT = /^self\.__next_f\.push\(/

/** What React writes where a part of a page comes late: perhaps code of its own, then a call with data. */
const REACT_CALL = /^(.*)\$R[A-Z]\((.*)\);?$/s

/** The package of Next that holds the code which React writes into pages. */
const REACT_SOURCE = 'next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js'

let reactSource: string | undefined

function isCodeOfReact(code: string): boolean {
  if (!code.startsWith('$R') && !code.startsWith('requestAnimationFrame(')) return false
  reactSource ??= readFileSync(createRequire(import.meta.url).resolve(REACT_SOURCE), 'utf8')
  return reactSource.includes(code.replaceAll('\n', '\\n'))
}

function isData(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a script is one that Next or React wrote, with nothing but data in it. To allow whatever stands in the page
 * would also allow what somebody managed to put there.
 */
export function isOfNextOrReact(script: string): boolean {
  for (const known of NEXT_SCRIPTS) {
    const data = known.exec(script)?.[1]
    if (data !== undefined) return isData(data)
  }
  const [, code, data] = REACT_CALL.exec(script) ?? []
  if (code === undefined) return isCodeOfReact(script)
  return (code === '' || isCodeOfReact(code)) && isData(`[${data}]`)
}
