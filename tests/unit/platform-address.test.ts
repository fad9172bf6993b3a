import { expect, test } from 'vitest'
import { AddressRefused, lookupPublic } from '@/lib/platform/gateway/transport'
import { isPrivateName, isPublicAddress } from '@/lib/public-host'

test.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  'nowhere',
  '',
  '1.1.1',
  '1.1.1.256',
  '2606:4700::1::2',
  '2606:4700',
  '2606:4700::1%lo',
  '2606:4700::g',
  '1:2:3:4:5:6:7:8:9',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['localhost', 'sandbox', 'board.internal', 'box.local', 'a.localhost'])('%s is private by its name', (host) =>
  expect(isPrivateName(host)).toBe(true),
)

test.each(['musebook.lol', 'community.example', 'localhost.example', 'local.example', '127.0.0.1.example'])(
  '%s is not',
  (host) => expect(isPrivateName(host)).toBe(false),
)

const lookup = (host: string, all: boolean) =>
  new Promise((resolve, reject) => {
    lookupPublic(host, { all, family: 4 }, (fault, found) => (fault ? reject(fault) : resolve(found)))
  })

test('a private name may lead to loopback, in either form of the answer', async () => {
  expect(await lookup('localhost', true)).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect(await lookup('localhost', false)).toBe('127.0.0.1')
})

test('a public name that leads to loopback is refused as it connects', async () => {
  // The resolver takes this old spelling of 127.0.0.1, which to Node is a name with dots like any other.
  await expect(lookup('0x7f.0.0.1', true)).rejects.toBeInstanceOf(AddressRefused)
})
