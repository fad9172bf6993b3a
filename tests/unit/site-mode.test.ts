import { describe, expect, test } from 'vitest'
import { fixedHeaders } from '@/lib/http/fixed-headers'
import { siteFingerprint } from '@/server/build'
import { builtOrigin, siteMode } from '@/server/site-mode'

const env = (given: Record<string, string>): NodeJS.ProcessEnv => ({ NODE_ENV: 'production', ...given })

describe('what the site is built for', () => {
  test.each([
    [{}, 'front'],
    [{ VERCEL: '1' }, 'bare'],
    [{ TRELLIS_FRONT: 'none' }, 'bare'],
    [{ TRELLIS_FRONT: 'own', VERCEL: '1' }, 'front'],
    [{ TRELLIS_FRONT: '' }, 'front'],
  ])('%o: %s', (given, mode) => {
    expect(siteMode(env(given))).toBe(mode)
  })

  test('another word is refused in one line', () => {
    expect(() => siteMode(env({ TRELLIS_FRONT: 'yes' }))).toThrow('TRELLIS_FRONT must be own or none.')
  })
})

test('a site that stands alone is built anew for another origin, one before our server is not', () => {
  const built = (given: Record<string, string>) => siteFingerprint(env(given))
  const alone = { TRELLIS_FRONT: 'none' }
  const prints = [built({}), built(alone), built({ ...alone, APP_URL: 'https://trellis.example' })]
  expect(new Set(prints).size).toBe(prints.length)
  // Vercel's answers come by https, whether or not the address is known.
  expect(built({ ...alone, VERCEL: '1' })).not.toBe(built(alone))
  expect(built({ ...alone, VERCEL: '1' })).toBe(built({ VERCEL: '1' }))
  expect(built({ APP_URL: 'https://trellis.example' })).toBe(built({}))
})

test.each<[Record<string, string>, boolean]>([
  [{ APP_URL: 'https://trellis.example' }, true],
  [{ APP_URL: ' HTTPS://Trellis.example/' }, true],
  [{ APP_URL: 'http://trellis.example' }, false],
  [{}, false],
  [{ VERCEL: '1' }, true],
  [{ VERCEL: '1', APP_URL: 'http://trellis.example' }, false],
])('%o: that browsers come by https only is said: %s', (given, isSaid) => {
  expect(Object.hasOwn(fixedHeaders(builtOrigin(env(given))), 'strict-transport-security')).toBe(isSaid)
})
