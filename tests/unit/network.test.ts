import { expect, test } from 'vitest'
import { createTally, laneOf, networksOf } from '@/lib/http/network'

test('an IPv6 address has two networks, its /64 and the /48 around it; an IPv4 address has one', () => {
  expect(networksOf('2001:db8:1:2::3').map(({ name }) => name)).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48'])
  expect(networksOf('2001:db8::3').map(({ name }) => name)).toEqual(['2001:db8:0:0::/64', '2001:db8:0::/48'])
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'])
    expect(networksOf(address)).toEqual([{ name: '203.0.113.7', by: 'network' }])
})

test('an IPv4 client is its own network behind a translator to IPv6 too, and no other prefix counts so', () => {
  for (const address of ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107', '0064:FF9B:0:0:0:0:cb00:7107']) {
    expect(networksOf(address)).toEqual([{ name: '203.0.113.7', by: 'network' }])
    expect(laneOf(address)).toBe('203.0.113.7')
  }
  for (const address of ['64:ff9b::1:cb00:7107', '64:ff9b:1::cb00:7107']) expect(networksOf(address)).toHaveLength(2)
})

test('whoever has a /48 has open what eight networks may, however many of its networks it comes from', () => {
  const tally = createTally()
  const open = (address: string): boolean => {
    const networks = networksOf(address)
    if (tally.isFull(networks, 3)) return false
    tally.change(networks, 1)
    return true
  }
  const opened = Array.from({ length: 50 }, (_, at) => open(`2001:db8:1:${at.toString(16)}::1`))
  expect(opened.filter(Boolean)).toHaveLength(8 * 3)
  expect([1, 2, 3, 4].map(() => open('2001:db8:2:1::1'))).toEqual([true, true, true, false])
  expect(open('2001:db8:2:2::1')).toBe(true)
  expect([1, 2, 3, 4].map(() => open('203.0.113.7'))).toEqual([true, true, true, false])
  tally.change(networksOf('2001:db8:1:0::1'), -1)
  expect(open('2001:db8:1:ffff::1')).toBe(true)
  const networks = networksOf('2001:db8:2:9::1')
  expect([tally.isFull(networks, 3), tally.isFull(networks, 3, 4)], 'four are open in its /48').toEqual([false, true])
})

test('an IPv4 address is a lane, and a /48 has eight of them, over which its /64s are spread', () => {
  const lanes = (addresses: readonly string[]) => new Set(addresses.map(laneOf)).size
  expect(lanes(['203.0.113.7', '::ffff:203.0.113.7'])).toBe(1)
  expect(lanes(['203.0.113.7', '203.0.113.8'])).toBe(2)
  expect(lanes(['2001:db8:1:2::3', '2001:db8:1:2:4::5'])).toBe(1)
  expect(lanes(['2001:db8:1:2::3', '2001:db8:2:2::3'])).toBe(2)
  expect(lanes(['2001:db8:1::3', '2001:db8:1:1::3'])).toBe(2)
  expect(lanes(Array.from({ length: 100 }, (_, subnet) => `2001:db8:1:${subnet.toString(16)}::3`))).toBe(8)
})
