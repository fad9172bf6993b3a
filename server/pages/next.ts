import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { ROOT } from '../root'

// Behaviour of Next that the site relies on, but Next does not guarantee. The tests of each are listed in
// docs/architecture.md#what-to-look-at-when-next-changes.

/**
 * With this in its environment, Next takes no variables from `.env` files (in development, not before one of them changes). Nothing else reads such a
 * file, so the pages would go by other variables than the API, the schedule and the primary do.
 */
export const WITHOUT_ENV_FILES = { __NEXT_PROCESSED_ENV: 'true' } as const

/** Paths that Next itself answers: below `/_next/` and, in development, `/__nextjs_`. */
export const NEXT_PATH = /^\/_?_next/

/** The folder of a build's files that never change, and the URL path at which pages load them. */
export const STATIC_FILES = { folder: path.join(ROOT, '.next', 'static'), path: '/_next/static/' } as const

/** The HTML file of a page that the build rendered. */
export const builtPage = (name: string): string => path.join(ROOT, '.next', 'server', 'app', `${name}.html`)

/**
 * Headers that clients must not send: those that Next, its proxy and its platform use for internal routing, and those of which
 * Next takes a nonce for scripts.
 */
const INTERNAL_HEADER =
  /^(?:x-middleware-|x-nextjs-|x-next-|x-invoke-|x-vercel-|x-now-|x-action-|content-security-policy)|^(?:x-matched-path|x-prerender-revalidate|x-prerender-bypass|next-resume|next-action)$/

const isOfData = (header: string): boolean => header === 'rsc' || header.startsWith('next-')

/**
 * The headers with which Next's client requests a page's data instead of the page. They say what the client already
 * has. The response depends on all of them, and on no other header.
 * @returns them as JSON; null for a request for the page itself.
 */
export function askedData(headers: IncomingHttpHeaders): string | null {
  const said = Object.entries(headers).filter(([name]) => isOfData(name))
  return said.length === 0 ? null : JSON.stringify(said.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Lists and objects in the tree of segments that says where in the site a browser is (JSON in percent-encoding): three times what any
 * page has. The time of Next's parser grows with the square of a tree's depth: half a second for what a header can hold.
 */
const STATE_PARTS_MAX = 128

function hasMoreParts(tree: unknown, max: number): boolean {
  const found = [tree]
  let parts = 0
  for (const part of found) {
    if (typeof part !== 'object' || part === null) continue
    parts += 1
    if (parts > max) return true
    found.push(...Object.values(part))
  }
  return false
}

function isReadableState(state: string): boolean {
  try {
    if (hasMoreParts(JSON.parse(decodeURIComponent(state)), STATE_PARTS_MAX)) return false
    parseAndValidateFlightRouterState(state)
    return true
  } catch {
    return false
  }
}

/**
 * The headers of a request for a page's data that Next takes for a fault of its own where their value is none of its client's: it answers
 * 500, or logs an error. The other values of a prefetch are those of a site with cache components, and render a page in another way.
 */
const READABLE: Readonly<Record<string, (value: string) => boolean>> = {
  'next-router-state-tree': isReadableState,
  'next-router-prefetch': (value) => value === '1',
}

/** The name of a header in which Next's client would not ask for a page's data so, or null. */
export function malformedDataHeader(headers: IncomingHttpHeaders): string | null {
  const isMalformed = ([name, isReadable]: [string, (value: string) => boolean]) =>
    headers[name] !== undefined && !isReadable(String(headers[name]))
  return Object.entries(READABLE).find(isMalformed)?.[0] ?? null
}

/** What a page that is rendered for everybody may depend on, besides what asks for its data. */
const OF_SITE = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']
/** Next holds back a page's head for clients without a name. */
const EVERY_READER = 'Trellis'

/**
 * The request as Next sees it when the response is shared: nothing that one client says of itself has an effect on what all
 * others read.
 */
export function ofEveryReader(request: IncomingMessage): IncomingMessage {
  const shared = Object.entries(request.headers).filter(([name]) => isOfData(name) || OF_SITE.includes(name))
  const headers: IncomingHttpHeaders = Object.fromEntries(shared)
  const host = headers['x-forwarded-host']
  const all = { ...headers, ...(host === undefined ? {} : { host: String(host) }), 'user-agent': EVERY_READER }
  return Object.create(request, { headers: { value: all, writable: true } })
}

/** Empties a query that has only `_rsc`, which Next's client adds to data requests: a hash of those headers. */
export const withoutDataParameter = (query: string): string => query.replace(/^\?_rsc=[\w-]*$/, '')

export const isNextInternal = (header: string): boolean => INTERNAL_HEADER.test(header)

/** Whether a path is that of a script of the build. */
export const isBuildScript = (pathname: string): boolean =>
  pathname.startsWith(STATIC_FILES.path) && pathname.endsWith('.js')

/** Next marks only the files of its build as `immutable`. */
export const isImmutable = (cacheControl: string): boolean => cacheControl.includes('immutable')

/** Next marks so what it renders for one request. No file of ours has the same header. */
export const isPerRequest = (cacheControl: string): boolean =>
  cacheControl === 'private, no-cache, no-store, max-age=0, must-revalidate'

/** Next passes what the build rendered to `end` as one string, the same each time, and new renderings as bytes. */
export const isFromCache = (body: string | Buffer): body is string => typeof body === 'string'

/** Next repeats the `Location` of a redirect that it has cached; RFC 9110 §10.2.2 allows one. */
export function nameTargetOnce(response: ServerResponse): void {
  const location = response.getHeader('location')
  if (Array.isArray(location)) setLastHeader(response, 'location', location[0] ?? '')
}

/** Next overrides a response's `setHeader` with one that does nothing after `headersSent`. This calls Node's own. */
export function setLastHeader(response: ServerResponse, name: string, value: string | number | null): void {
  if (value === null) ServerResponse.prototype.removeHeader.call(response, name)
  else ServerResponse.prototype.setHeader.call(response, name, value)
}

/** Next renders a second page if `headersSent` is false after the first, so a buffered body must count as sent. */
export function countAsSent(response: ServerResponse, isBegun: () => boolean): void {
  const isSent = () => Reflect.get(ServerResponse.prototype, 'headersSent', response) === true
  Object.defineProperty(response, 'headersSent', { get: () => isBegun() || isSent() })
}

/** The scripts of Next and React, which a self-contained page must not load. */
const SCRIPT_ELEMENTS = /<script\b[^>]*>.*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/gs

export const withoutNextScripts = (html: string): string => html.replace(SCRIPT_ELEMENTS, '')

/** The scripts of the build in a page. React escapes every "<" elsewhere, so nothing else is matched. */
const BUILD_SCRIPT = new RegExp(`<script ([^>]*\\bsrc="${STATIC_FILES.path}[^>]*)>`, 'g')
const SCRIPT_PRELOAD = /<link rel="preload" as="script"[^>]*>/g

/**
 * Makes data blocks of the scripts of the build (HTML Standard §4.12.1): `public/document.js` loads them after the first paint,
 * by their attributes, none of which a data block may have under its own name. Next lets them load at once; on a fast line they
 * run before the first paint, on a slow one they keep the style sheet waiting.
 */
export const loadedAfterPaint = (html: string): string =>
  html
    .replaceAll(SCRIPT_PRELOAD, '')
    .replaceAll(
      BUILD_SCRIPT,
      (_, attributes) => `<script type="text/plain" ${attributes.replaceAll(/(?=\b\w+=")/g, 'data-')}>`,
    )

/** How a page begins that its scripts alone draw, as Next's for a record that is not found. */
export const DRAWN_BY_SCRIPTS = '<!DOCTYPE html><html id="__next_error__">'

export const isDrawnByScripts = (html: string): boolean => html.startsWith(DRAWN_BY_SCRIPTS)

/** The inline scripts that Next writes; the captured argument is data. */
const NEXT_SCRIPTS = [
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\((.*)\)$/s,
  /^self\.__next_f\.push\((.*)\)$/s,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s,
]

/** A script with which Next passes on a piece of page data. */
export const PAGE_DATA_SCRIPT = /^self\.__next_f\.push\(/

/** What React writes for a part of a page that is streamed late: optional React code, then a call with data. */
const REACT_CALL = /^(.*)\$R[A-Z]\((.*)\);?$/s

/** The module in Next's package with the code that React writes into pages. */
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
 * Whether Next or React wrote a script, and everything else in it is data. Allowing every script of the page would also
 * allow injected ones.
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
