import { describe, expect, test } from 'vitest'
import { limitHeaders, networkSubject, pairSubject, requireWithin, subjectsOf, windowOf } from '@/lib/api/rate-limit'
import { RATE_LIMITS } from '@/lib/contract/limits'
import { Refusal } from '@/lib/errors'
import { networkOf } from '@/lib/http/network'
import { serviceEnvironment } from '@/tests/support/environment'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000, rateLimitScale: 1 }),
)

test('the limits are those of the interface (docs/interface.md#limits), and a network has twice as many', () => {
  const table = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([group, limit]) => [
      group,
      [limit.walletMax, limit.networkMax, limit.windowSeconds],
    ]),
  )
  expect(table).toEqual({
    'sign-in': [12, 24, 600],
    // Ten for each message of sign-in; counted by network alone.
    'sign-in-signature': [120, 240, 600],
    write: [40, 80, 600],
    'project-creation': [6, 12, 3600],
    verifier: [80, 160, 600],
    onchain: [12, 24, 600],
    platform: [30, 60, 600],
    'muse-link': [10, 20, 3600],
    // Beyond the interface, counted by network alone: pictures of records, the search, and what agents ask wallets for.
    picture: [30, 60, 600],
    search: [60, 120, 600],
    'agent-request': [20, 40, 600],
  })
})

describe('a network', () => {
  test.each(['203.0.113.7', '127.0.0.1', '0.0.0.0'])('of IPv4 is the address itself: %s', (address) => {
    expect(networkOf(address)).toBe(address)
  })

  test.each([
    '2001:db8:a:b::1',
    '2001:0db8:000a:000b::1',
    '2001:DB8:A:B::FFFF',
    '2001:db8:a:b:1:2:3:4',
    '2001:db8:a:b:ffff:ffff:ffff:ffff',
    '2001:db8:a:b::',
    '2001:db8:a:b:0:0:0:0',
    '2001:db8:a:b::192.0.2.1',
    '2001:db8:a:b:1:2:192.0.2.1',
    '2001:db8:a:b::1%eth0',
  ])('of IPv6 is its /64, however it is spelled: %s', (address) => {
    expect(networkOf(address)).toBe('2001:db8:a:b::/64')
  })

  test.each([
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['1::8', '1:0:0:0::/64'],
    ['1:2::8', '1:2:0:0::/64'],
    ['1:2:0:3:4:5:6:7', '1:2:0:3::/64'],
    ['1:2::3:4:5:6:7', '1:2:0:3::/64'],
    ['1:2::3:4:5:0.6.0.7', '1:2:0:3::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['fe80::1%lo0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('of an IPv4 address in IPv6 clothes is the IPv4 address: two of them are not one network', () => {
    for (const spelled of [
      '::ffff:203.0.113.7',
      '::FFFF:203.0.113.7',
      '::ffff:cb00:7107',
      '0:0:0:0:0:ffff:203.0.113.7',
      '0:0:0:0:0:ffff:cb00:7107',
    ]) {
      expect(networkOf(spelled), spelled).toBe('203.0.113.7')
    }
  })

  test('differs where the /64 differs', () => {
    const networks = [
      '2001:db8::1',
      '2001:db8:0:1::1',
      '2001:db8:1::1',
      '2001:db9::1',
      '203.0.113.7',
      '203.0.113.8',
    ].map(networkOf)
    expect(new Set(networks).size).toBe(networks.length)
  })
})

test('subjects of different kinds never meet', () => {
  const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const subjects = subjectsOf('::1').map(({ subject }) => subject)
  expect([networkSubject('::1'), pairSubject(wallet, '::1'), ...subjects]).toEqual([
    'n:0:0:0:0::/64',
    `p:${wallet}|0:0:0:0::/64`,
    ...['n:0:0:0:0::/64', 'n:0:0:0::/48'],
  ])
})

test('windows are fixed: they begin at multiples of their length', () => {
  const window = windowOf('write', new Date('2026-11-21T09:19:59.999Z'))
  expect(window).toEqual({
    group: 'write',
    start: new Date('2026-11-21T09:10:00Z'),
    end: new Date('2026-11-21T09:20:00Z'),
    seconds: 600,
  })
  expect(windowOf('write', new Date('2026-11-21T09:20:00Z')).start).toEqual(window.end)
  expect(windowOf('project-creation', new Date('2026-11-21T09:19:59Z')).start).toEqual(new Date('2026-11-21T09:00:00Z'))
})

const AT = new Date('2026-11-21T09:18:30.500Z')
const WINDOW = windowOf('write', AT)

test('headers tell each limit, what is left of it, and when it begins anew', () => {
  const headers = limitHeaders(
    WINDOW,
    [
      { by: 'wallet', count: 3 },
      { by: 'network', count: 100 },
    ],
    AT,
  )
  expect(headers).toEqual({
    'ratelimit-policy': '"write-wallet";q=40;w=600, "write-network";q=80;w=600',
    ratelimit: '"write-wallet";r=37;t=90, "write-network";r=0;t=90',
  })
})

function refusal(wallet: number, network: number): Refusal | null {
  try {
    requireWithin(
      WINDOW,
      [
        { by: 'wallet', count: wallet },
        { by: 'network', count: network },
      ],
      AT,
    )
    return null
  } catch (fault) {
    if (fault instanceof Refusal) return fault
    throw fault
  }
}

test('the last request within a limit passes, the next is refused with the seconds to wait', () => {
  expect(refusal(40, 80)).toBeNull()
  expect(refusal(41, 80)).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '90' } })
  expect(refusal(40, 81)).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '90' } })
  expect(refusal(41, 41)?.message).toContain('this wallet')
  expect(refusal(1, 81)?.message).toContain('this network')
})
