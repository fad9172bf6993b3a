import { randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import { SESSION_COOKIE } from '@/lib/auth/schemas'
import { createBoundedCache, textBytes } from '@/lib/bounded-cache'
import { SESSION_TTL_MS } from '@/lib/contract/limits'
import { appUrl, env } from '@/lib/env'
import { sha256Hex } from '@/lib/history/jcs'
import { isLoopback } from '@/lib/url'

/** An opaque bearer token: 256 bits in base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

const TOKEN = /^[A-Za-z0-9_-]{43}$/

export const tokenHash = (token: string) => sha256Hex(token)

interface Sealed {
  token: string
}

/** How long a browser keeps the cookie. */
const MAX_AGE_SECONDS = SESSION_TTL_MS / 1000
/** The seal itself does not expire: it would by the clocks of the machines that seal and read. The session's row has its end. */
const ttl = 0

/**
 * The value of the cookie: the token, sealed by iron-session. A forged cookie is thus refused without a database query, a
 * new `SESSION_SECRET` ends the sessions of all browsers at once, and a cookie is not a bearer token.
 * As with any session cookie, its holder has the session.
 */
export function sealToken(token: string): Promise<string> {
  return sealData({ token } satisfies Sealed, { password: env().SESSION_SECRET, ttl })
}

// Unsealing is deterministic and costs more than the rest of a request, so its last results are cached.
const unsealed = createBoundedCache<string>({ bytesMax: 1_000_000, entriesMax: 500, bytesOf: textBytes })

/** The token in a cookie; null if this service did not seal the cookie. */
async function unsealToken(value: string): Promise<string | null> {
  const known = unsealed.get(value)
  if (known !== undefined) return known
  const { token } = await unsealData<Partial<Sealed>>(value, { password: env().SESSION_SECRET, ttl }).catch(() => ({
    token: undefined,
  }))
  if (token === undefined) return null
  unsealed.set(value, token)
  return token
}

/** Except on localhost, browsers send the cookie only over https (docs/decisions.md#sign-in-sessions-roles). */
function isSecure(): boolean {
  const { protocol, hostname } = new URL(appUrl())
  return protocol === 'https:' || !isLoopback(hostname)
}

/** `Set-Cookie` (RFC 6265) for a sealed token; an empty value deletes the cookie. */
export function sessionCookie(value: string): string {
  const secure = isSecure() ? '; Secure' : ''
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${value === '' ? 0 : MAX_AGE_SECONDS}${secure}`
}

/**
 * The value of a cookie (RFC 6265); null without one, and where it comes with different values. A neighbouring subdomain can
 * set a cookie of the same name, and the order in which a browser sends both depends on its path (§5.4).
 */
function cookieValue(header: string, name: string): string | null {
  const values = new Set<string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) values.add(pair.slice(at + 1).trim())
  }
  const [value = null] = values
  return values.size > 1 ? null : value
}

/** A header with another scheme, such as an operator's HTTP Basic in front of the site, is not ours. */
const BEARER = /^Bearer(?:\s|$)/i

/** Whether an `Authorization` header claims to carry one of our tokens, valid or not. */
export const isBearer = (authorization: string | null): authorization is string =>
  authorization !== null && BEARER.test(authorization)

/**
 * The token hash of a request's credential: that of `Authorization: Bearer` if present, otherwise that of the cookie. With
 * an invalid bearer token the cookie is not used.
 * @returns null without a well-formed credential.
 */
export async function credentialHash(header: (name: string) => string | null): Promise<string | null> {
  const authorization = header('authorization')
  if (isBearer(authorization)) {
    const token = /^Bearer +([^ ]+) *$/i.exec(authorization)?.[1]
    return token && TOKEN.test(token) ? tokenHash(token) : null
  }
  const sealed = cookieValue(header('cookie') ?? '', SESSION_COOKIE)
  const token = sealed ? await unsealToken(sealed) : null
  return token === null ? null : tokenHash(token)
}
