import dns from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 that is not the public internet (IANA special-purpose address registry). */
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

/** What of global unicast IPv6 leads elsewhere: tunnels, translations, documentation. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [net, prefix] of PRIVATE_V4) notPublic.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of SPECIAL_V6) notPublic.addSubnet(net, prefix, 'ipv6')

/** Everything public in IPv6 is global unicast: mapped, compatible, local and translated addresses are not in it. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address is one of the public internet.
 * @param address IPv4 or IPv6 as text, without brackets.
 * @example
 * isPublicAddress('::127.0.0.1') // false
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** Names that public DNS cannot answer (RFC 6761, RFC 6762, RFC 9476): whoever configured one meant a private host. */
const PRIVATE_NAME = /^[^.]+$|\.(localhost|local|internal)$/

/** Whether a name can only be a host of the operator's own. An address in place of a name is never looked up at all. */
export const isPrivateName = (host: string): boolean => PRIVATE_NAME.test(host.toLowerCase())

/** No address of a name may be connected to. */
export class AddressRefused extends Error {}

/**
 * A name lookup for a socket that is about to connect: of a public name only public addresses count, whatever its DNS
 * says this time (DNS rebinding).
 */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  dns.lookup(host, { ...options, all: true }, (fault, found) => {
    if (fault) return callback(fault, '', 0)
    const usable = isPrivateName(host) ? found : found.filter(({ address }) => isPublicAddress(address))
    const [first] = usable
    if (!first) return callback(new AddressRefused(`${host} has no public address.`), '', 0)
    if (options.all) callback(null, usable)
    else callback(null, first.address, first.family)
  })
}
