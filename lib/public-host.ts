// Which hosts are on the public internet. Browsers import this file through the contracts, so it must not import from Node.

/** IPv4 networks that are not on the public internet (IANA special-purpose address registry). */
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** All public IPv6 addresses are global unicast. Mapped, compatible, local and translated addresses are outside of it. */
const GLOBAL_UNICAST = ['2000::', 3] as const

/** Global unicast IPv6 networks that are not public: tunnels, translations, documentation. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const V4_BITS = 32
const V6_BITS = 128
const V6_GROUPS = 8
const DOTTED = /^\d{1,3}(\.\d{1,3}){3}$/
const GROUP = /^[0-9a-f]{1,4}$/i

/** A dotted IPv4 address as a number, or null. */
function v4Number(text: string): bigint | null {
  if (!DOTTED.test(text)) return null
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) : null
}

/** An IPv6 address (RFC 4291 §2.2) as a number, or null. A dotted IPv4 ending counts as two groups. */
function v6Number(text: string): bigint | null {
  const tail = v4Number(text.slice(text.lastIndexOf(':') + 1))
  const inGroups =
    tail === null
      ? text
      : `${text.slice(0, text.lastIndexOf(':') + 1)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`
  const [left = '', right, ...more] = inGroups.split('::')
  const before = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const missing = V6_GROUPS - before.length - after.length
  if (more.length > 0 || (right === undefined ? missing !== 0 : missing < 1)) return null
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return groups.every((group) => GROUP.test(group))
    ? BigInt(`0x${groups.map((group) => group.padStart(4, '0')).join('')}`)
    : null
}

const isIn = (address: bigint, net: bigint | null, prefix: number, bits: number) =>
  net !== null && address >> BigInt(bits - prefix) === net >> BigInt(bits - prefix)

/**
 * Whether an address is on the public internet.
 * @param address IPv4 or IPv6 as text, without brackets. For any other text the result is false.
 * @example
 * isPublicAddress('::127.0.0.1') // false
 */
export function isPublicAddress(address: string): boolean {
  const v4 = v4Number(address)
  if (v4 !== null) return !PRIVATE_V4.some(([net, prefix]) => isIn(v4, v4Number(net), prefix, V4_BITS))
  const v6 = v6Number(address)
  if (v6 === null) return false
  const isUnder = ([net, prefix]: readonly [string, number]) => isIn(v6, v6Number(net), prefix, V6_BITS)
  return isUnder(GLOBAL_UNICAST) && !SPECIAL_V6.some(isUnder)
}

/** Names that public DNS cannot resolve (RFC 6761, RFC 6762, RFC 9476): they mean private hosts. */
const PRIVATE_NAME = /^[^.]+$|\.(localhost|local|internal)$/

/** Whether a name can only be the operator's own host. An IP address is never looked up. */
export const isPrivateName = (host: string): boolean => PRIVATE_NAME.test(host.toLowerCase())

/**
 * Whether the host of a URL can be public: it is neither an address outside the public internet (the WHATWG parser has
 * normalised every spelling of an address) nor a name that public DNS cannot resolve. Nothing is fetched or looked up.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, '')
  const inBrackets = /^\[(.*)\]$/.exec(host)?.[1]
  if (inBrackets !== undefined) return isPublicAddress(inBrackets)
  return DOTTED.test(host) ? isPublicAddress(host) : !isPrivateName(host)
}
