import { expect, test } from 'vitest'
import { Refusal } from '@/lib/errors'
import { channelOfTyped, isAtHost, postIdOfTyped } from '@/lib/platform/post-path'
import { platformPostId, postUrl, requirePlatformPost } from '@/lib/platform/urls'
import { serviceEnvironment } from '@/tests/support/environment'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

test.each([
  ['https://community.example/board/lobby/42', '42'],
  ['https://community.example/p/42', '42'],
  ['https://community.example/p/42/', '42'],
  ['https://community.example/board/side-quests/1?from=mail#reply', '1'],
  ['https://COMMUNITY.EXAMPLE:443/p/7', '7'],
  ['https://community.example/x/../p/7', '7'],
])('%s is the post %s', (url, id) => {
  expect(platformPostId(url)).toBe(id)
})

test.each([
  'http://community.example/p/42',
  'https://community.example:8443/p/42',
  'https://www.community.example/p/42',
  'https://community.example.evil.example/p/42',
  'https://evilcommunity.example/p/42',
  'https://community.example@evil.example/p/42',
  'https://evil.example/p/42?https://community.example/p/42',
  'https://evil.example\\@community.example/p/42',
  'https://community.example/',
  'https://community.example/p/',
  'https://community.example/p/42a',
  'https://community.example/p/-42',
  'https://community.example/p/4.2',
  'https://community.example/p/0',
  'https://community.example/p/042',
  'https://community.example/board/lobby/042',
  'https://community.example/p/42/43',
  `https://community.example/p/${'9'.repeat(16)}`,
  'https://community.example/board/42',
  'https://community.example/board//42',
  'https://community.example/board/a/b/42',
  'https://community.example/board/a%2Fb/42',
  'https://community.example/board/..%2f..%2fapi/42',
  'https://community.example/board/..%5C..%5Capi/42',
  'https://community.example/api/thread.json?post=42',
  'https://community.example/P/42',
  'https://community.example/p/%34%32',
  'nowhere',
  '',
])('%s is no post of the platform', (url) => {
  expect(platformPostId(url)).toBeNull()
})

test('a refusal names the field and the host, and shows nothing else', () => {
  const refuse = () => requirePlatformPost('decisionUrl', 'https://evil.example/p/1')
  expect(refuse).toThrow(Refusal)
  expect(refuse).toThrow('This field must be the URL of a public post on community.example.')
})

test.each([
  ['https://community.example/board/lobby/42', 'lobby'],
  [' https://community.example/board/side-quests/1?from=mail#reply ', 'side-quests'],
  ['https://community.example/board/caf%C3%A9/42', 'caf\u00e9'],
  ['https://community.example/board/caf\u00e9/42', 'caf\u00e9'],
  ['https://community.example/board/a%2Fb/42', null],
  ['https://community.example/board/%zz/42', null],
  ['https://community.example/board/lobby/', null],
  ['https://community.example/p/42', null],
  ['lobby', null],
  ['', null],
])('the channel in the typed address %s is %s', (typed, channel) => {
  expect(channelOfTyped(typed)).toBe(channel)
})

test.each([
  ['42', '42'],
  [' https://community.example/board/lobby/42/ ', '42'],
  ['https://community.example/p/42?from=mail#reply', '42'],
  ['community.example/p/42', '42'],
  ['042', null],
  ['https://community.example/p/042', null],
  ['0', null],
  ['nowhere', null],
])('the post that %s names is %s', (typed, id) => {
  expect(postIdOfTyped(typed)).toBe(id)
})

test.each(['lobby', 'caf\u00e9', 'a/b', '..', ''])(
  'the address of a post in the channel %j names that post',
  (channel) => {
    expect(platformPostId(postUrl('https://community.example', channel, '42'))).toBe('42')
  },
)

test.each([
  ['https://community.example/board/lobby/42', 'community.example', true],
  ['http://127.0.0.1:4000/board/lobby/42', '127.0.0.1:4000', true],
  ['https://musebook.me/board/lobby/42', 'musebook.lol', true],
  ['https://musebook.lol/board/lobby/42', 'musebook.me', true],
  ['http://127.0.0.1:4000/board/lobby/42', '127.0.0.1:4001', false],
  ['http://127.0.0.1:4000/board/lobby/42', 'community.example', false],
  ['https://www.community.example/board/lobby/42', 'community.example', false],
  [`https://erased.invalid/${'ab'.repeat(32)}`, 'community.example', false],
  ['no address', 'community.example', false],
])('whether %s is of the platform at %s: %s', (url, host, isThere) => {
  expect(isAtHost(url, host)).toBe(isThere)
})
