import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPrivateName, isPublicAddress } from '@/lib/public-host'

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
