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

/** The prefix of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). Such an address counts as its IPv4 address. */
const MAPPED = '0:0:0:0:0:ffff'

/** The network of an address (docs/decisions.md#the-write-pipeline): the /64 of an IPv6 address, or the IPv4 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') !== MAPPED) return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.')
}
