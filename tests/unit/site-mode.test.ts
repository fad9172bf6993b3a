import { describe, expect, test } from 'vitest'
import { siteMode } from '@/server/site-mode'

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
