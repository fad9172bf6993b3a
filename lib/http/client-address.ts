import { isIP } from 'node:net'

/** An address without port, brackets, zone or IPv4-in-IPv6 prefix, or null when the text is not an address. */
export function plainAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) === 0 ? null : bare
}

/**
 * The client's network address: the address of the socket, or the one that a trusted proxy wrote.
 * @param socketAddress the other end of the connection.
 * @param forwardedFor the `X-Forwarded-For` header; each proxy appends the address of its client.
 * @param trustedHops the number of our own proxies in front; with 0 the header is ignored.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  if (trustedHops > 0 && forwardedFor) {
    const entries = forwardedFor.split(',')
    const written = plainAddress(entries[Math.max(0, entries.length - trustedHops)] ?? '')
    if (written) return written
  }
  if (socketAddress === undefined) return '0.0.0.0'
  return socketAddress.startsWith('::ffff:') ? socketAddress.slice(7) : socketAddress
}
