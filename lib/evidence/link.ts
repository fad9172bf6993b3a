import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { EVIDENCE_LINK_TTL_MS } from '@/lib/contract/limits'
import { appUrl, env } from '@/lib/env'
import { expired, forbidden } from '@/lib/errors'
import type { ObjectLink } from '@/lib/evidence/object-store'

let known: { secret: string; key: Buffer } | undefined

/** A key derived for links only (RFC 5869), so that these signatures are valid nowhere else. */
function linkKey(): Buffer {
  const secret = env().SESSION_SECRET
  if (known?.secret !== secret) {
    known = { secret, key: Buffer.from(hkdfSync('sha256', secret, '', 'svc-evidence-link-v1', 32)) }
  }
  return known.key
}

const signatureOf = (id: string, expires: string) =>
  createHmac('sha256', linkKey()).update(`${id}\n${expires}`).digest('base64url')

/**
 * A link to the service: HMAC-SHA256 (RFC 2104) over the file's id and the link's expiry.
 * @param at the time of creation; the link expires 10 minutes later.
 */
export function signedLink(id: string, at: Date): ObjectLink {
  const until = new Date(at.getTime() + EVIDENCE_LINK_TTL_MS)
  const expires = String(until.getTime())
  const query = new URLSearchParams({ expires, signature: signatureOf(id, expires) })
  return { downloadUrl: `${appUrl()}/api/v1/files/${id}?${query}`, expiresAt: until.toISOString() }
}

/** @throws Refusal `forbidden` if the signature is wrong, `expired` if the link has expired. */
export function requireLink(id: string, { expires = '', signature = '' }, at: Date): void {
  const right = Buffer.from(signatureOf(id, expires))
  const sent = Buffer.from(signature)
  if (sent.length !== right.length || !timingSafeEqual(sent, right))
    throw forbidden("This link was not made by the service, or was changed. Ask for the mission's files again.")
  if (at.getTime() >= Number(expires)) throw expired("This link has expired. Ask for the mission's files again.")
}
