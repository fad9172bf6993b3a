import { WIDE_NETWORK_TIMES } from '@/lib/contract/limits'

/** The eight groups of an IPv6 address without leading zeros. A dotted tail makes two of them (RFC 4291 §2.2). */
function groupsOf(address: string): string[] {
  const [plain = ''] = address.toLowerCase().split('%', 1)
  const hex = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_dotted, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * The prefixes of IPv6 addresses that stand for an IPv4 address and count as it: IPv4-mapped ones (RFC 4291 §2.5.5.2), and those by which a
 * stateless translator before an IPv6 server names its IPv4 clients (RFC 6052 §2.1, RFC 7755).
 */
const OF_IPV4: ReadonlySet<string> = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/** How many times the limit of one network each kind may take. */
export const NETWORK_TIMES = { network: 1, 'wide-network': WIDE_NETWORK_TIMES } as const

/** A network that is counted. */
export interface Network {
  readonly name: string
  readonly by: keyof typeof NETWORK_TIMES
}

/**
 * The networks of an address (docs/decisions.md#the-write-pipeline), the narrowest first: an IPv4 address, or the /64 of an IPv6
 * address and the /48 around it. A provider gives a site of its customers a prefix between the two (RFC 6177), so whoever has a
 * /48 has 65,536 networks.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  if (!address.includes(':')) return [{ name: address, by: 'network' }]
  const groups = groupsOf(address)
  if (!OF_IPV4.has(groups.slice(0, 6).join(':')))
    return [
      { name: `${groups.slice(0, 4).join(':')}::/64`, by: 'network' },
      { name: `${groups.slice(0, 3).join(':')}::/48`, by: 'wide-network' },
    ]
  const name = groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.')
  return [{ name, by: 'network' }]
}

/** The narrowest network of an address. */
export const networkOf = (address: string): string => networksOf(address)[0].name

/**
 * What an address is part of where networks are served in turn, or where the one that has the most has to give: an IPv4 address, or one of the
 * `WIDE_NETWORK_TIMES` lanes of a /48, over which the last bits of its /64s spread them. So a /48 counts as that many networks
 * (stochastic fairness queueing).
 */
export function laneOf(address: string): string {
  const [{ name }, wide] = networksOf(address)
  if (!wide) return name
  const subnet = Number.parseInt(groupsOf(address)[3] ?? '0', 16)
  return `${wide.name} ${subnet % NETWORK_TIMES[wide.by]}`
}

/** What each network has open. It keeps an entry only for those that have something, so nobody can make it grow. */
export interface Tally {
  change(networks: readonly Network[], by: 1 | -1): void
  /**
   * Whether one of the networks has as many open as it may.
   * @param max the limit of one network. @param wideMax that of the wide one around it.
   */
  isFull(networks: readonly Network[], max: number, wideMax?: number): boolean
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    change(networks, by) {
      for (const { name } of networks) {
        const count = (counts.get(name) ?? 0) + by
        if (count > 0) counts.set(name, count)
        else counts.delete(name)
      }
    },
    isFull: (networks, max, wideMax = max * NETWORK_TIMES['wide-network']) =>
      networks.some(({ name, by }) => (counts.get(name) ?? 0) >= (by === 'network' ? max : wideMax)),
  }
}
