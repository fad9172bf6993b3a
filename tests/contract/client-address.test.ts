import { describe, expect, test } from 'vitest'
import { clientAddress } from '@/lib/http/client-address'
import { networkOf } from '@/lib/http/network'

describe('without trusted proxies', () => {
  test.each([undefined, '203.0.113.9', '203.0.113.9, 198.51.100.1', 'nonsense', ''])(
    'the header %s moves no address',
    (header) => {
      expect(clientAddress('192.0.2.1', header, 0)).toBe('192.0.2.1')
    },
  )

  test('an IPv4 address that came over IPv6 is the IPv4 address', () => {
    expect(clientAddress('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1')
  })

  test('a connection that is already gone has an address that is nobody’s', () => {
    expect(clientAddress(undefined, '203.0.113.9', 0)).toBe('0.0.0.0')
  })
})

describe('behind trusted proxies', () => {
  test.each([
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '198.51.100.7, 203.0.113.9', '203.0.113.9'],
    [1, '1.1.1.1, 2.2.2.2, 203.0.113.9', '203.0.113.9'],
    [2, '203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [3, '203.0.113.9, 10.0.0.2, 10.0.0.1', '203.0.113.9'],
    [1, '2001:db8::7', '2001:db8::7'],
    [1, '[2001:db8::7]:443', '2001:db8::7'],
    [1, '203.0.113.9:51234', '203.0.113.9'],
    [1, '::ffff:203.0.113.9', '203.0.113.9'],
  ])('with %i of them, "%s" is %s: what a client wrote before is not looked at', (hops, header, address) => {
    expect(clientAddress('10.0.0.1', header, hops)).toBe(address)
  })

  test('with fewer entries than proxies the outermost entry counts', () => {
    expect(clientAddress('10.0.0.1', '203.0.113.9', 3)).toBe('203.0.113.9')
  })

  test.each([undefined, '', 'nonsense', '203.0.113.9, nonsense', '203.0.113.9,', '999.1.1.1'])(
    'the header %s falls back to the socket',
    (header) => {
      expect(clientAddress('10.0.0.1', header, 1)).toBe('10.0.0.1')
    },
  )
})

describe('the network of an address', () => {
  test('is the address itself for IPv4', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('is the /64 of the IPv6 address %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('tells two /64 apart, and not two hosts of one', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  })
})
