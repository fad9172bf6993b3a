import type { IncomingMessage } from 'node:http'
import type { Answer } from '@/lib/api/message'
import { json } from '@/lib/api/problem'
import { isLoopback } from '@/lib/loopback'
import type { DemoWallets } from './secrets'

/** Where the site's own pages find the demo wallets (decisions §11). */
export const DEMO_WALLETS_PATH = '/demo-wallets.json'

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const
const OWN_SITE = new Set([undefined, 'same-origin', 'none'])

function isOnLoopback(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
}

/** Whether a header that names a page names one of this very site; absent is fine. */
function isOwn(value: string | undefined, site: string): boolean {
  return value === undefined || (URL.canParse(value) && new URL(value).origin === site)
}

/**
 * Whether the keys may be shown: over a loopback socket that no proxy stands behind, under a loopback name (a name of
 * another site that resolves to loopback is not one), and to this site's own pages.
 */
function mayShow(request: IncomingMessage, origin: string): boolean {
  const { headers, socket } = request
  const site = `http://${headers.host}`
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    isOnLoopback(origin) &&
    isOnLoopback(site) &&
    FORWARDED.every((name) => headers[name] === undefined) &&
    OWN_SITE.has(headers['sec-fetch-site']?.toString()) &&
    isOwn(headers.origin, site) &&
    isOwn(headers.referer, site)
  )
}

/**
 * Answers with the private keys of the demo wallets, for the page to announce as wallets (EIP-6963).
 * @param origin the site's origin.
 * @returns null when there is nothing to show: then it is a page that does not exist.
 */
export function answerDemoWallets(request: IncomingMessage, wallets: DemoWallets, origin: string): Answer | null {
  if (!mayShow(request, origin)) return null
  const listed = Object.entries(wallets).map(([role, privateKey]) => ({ role, name: `Demo ${role}`, privateKey }))
  return json(200, JSON.stringify({ wallets: listed }), { 'cross-origin-resource-policy': 'same-origin' })
}
