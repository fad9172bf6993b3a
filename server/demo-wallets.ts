import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { ApiResponse } from '@/lib/http/message'
import { json, problem } from '@/lib/http/problem'
import { jsonIn } from '@/lib/json'
import { parseUrl } from '@/lib/url'
import { DEMO_PAGE_PATH, type DemoAccess } from './demo-access'
import { announcedBytes } from './http/node-adapter'
import { demoPage } from './pages/demo-page'
import { type DemoWallets, isLocalSite } from './secrets'

/** The path from which the site's own pages load the demo wallets. */
const DEMO_WALLETS_PATH = '/demo-wallets.json'

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const
const OWN_SITE = new Set([undefined, 'same-origin', 'none'])
const TOKEN_BYTES_MAX = 200

/** The role that pages call otherwise than the interface. */
const NAMES: Readonly<Record<string, string>> = { admin: 'moderator' }

const Exchange = z.object({ token: z.string() })

/** Whether a header with a URL is absent or names this site. */
const isOwn = (value: string | undefined, site: string) => value === undefined || parseUrl(value)?.origin === site

/**
 * Whether a request may come from a page of this site in a browser on this machine: it uses a loopback socket, has no proxy
 * headers, and names a loopback host (another site's name that resolves to loopback does not count). A forwarded port looks
 * the same; the one-time address protects against that.
 */
function isFromHere(request: IncomingMessage, origin: string): boolean {
  const { headers, socket } = request
  const site = `http://${headers.host}`
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    isLocalSite(origin) &&
    isLocalSite(site) &&
    FORWARDED.every((name) => headers[name] === undefined) &&
    OWN_SITE.has(headers['sec-fetch-site']?.toString()) &&
    isOwn(headers.origin, site) &&
    isOwn(headers.referer, site)
  )
}

/** All ports of a host share their cookies, so the name contains the port. */
const cookieName = (origin: string) => `demo_wallets_${new URL(origin).port}`

function cookieOf(request: IncomingMessage, name: string): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

async function exchange(request: IncomingMessage, access: DemoAccess, origin: string): Promise<ApiResponse> {
  const announced = announcedBytes(request)
  const isJson = request.headers['content-type'] === 'application/json'
  if (!isJson || announced === null || announced > TOKEN_BYTES_MAX) {
    return problem('invalid_request', 'Send the token as JSON.')
  }
  const sent = Exchange.safeParse(jsonIn(await text(request)))
  const cookie = access.exchange(sent.data?.token ?? '')
  if (cookie === null) return problem('forbidden', 'This is not the address that the terminal printed last.')
  const set = `${cookieName(origin)}=${cookie}; Path=${DEMO_WALLETS_PATH}; HttpOnly; SameSite=Strict`
  return { status: 204, headers: { 'cache-control': 'no-store', 'set-cookie': set }, body: null }
}

/** The demo wallets of an instance, and the access to their keys. */
export interface OfferedWallets {
  readonly wallets: DemoWallets
  readonly access: DemoAccess
}

/**
 * Answers requests for the demo wallets: the page of the one-time address, the exchange of its token, and the private keys,
 * which pages announce as wallets (EIP-6963) in a browser that has opened the address.
 * @param origin the site's origin.
 * @returns null when the path does not exist for this request.
 */
export function answerDemoWallets(
  request: IncomingMessage,
  target: string,
  { wallets, access }: OfferedWallets,
  origin: string,
): ApiResponse | Promise<ApiResponse> | null {
  if (target !== DEMO_WALLETS_PATH && target !== DEMO_PAGE_PATH) return null
  if (!isFromHere(request, origin)) return null
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (target === DEMO_PAGE_PATH) return isRead ? demoPage : null
  if (request.method === 'POST') return exchange(request, access, origin)
  if (!isRead) return null
  const isOpen = access.isOpen(cookieOf(request, cookieName(origin)))
  const listed = Object.entries(wallets).map(([role, privateKey]) => ({
    role,
    name: `Demo ${NAMES[role] ?? role}`,
    privateKey,
  }))
  const body = JSON.stringify({ locked: !isOpen, wallets: isOpen ? listed : [] })
  return json(200, body, { 'cross-origin-resource-policy': 'same-origin' })
}
