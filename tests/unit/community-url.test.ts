import { expect, test, vi } from 'vitest'
import { serviceEnvironment } from '@/tests/support/environment'

/** The environment is read once per process: each case reads it anew. */
async function communityUrl(url: string): Promise<string | undefined> {
  vi.resetModules()
  const settings = { databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }
  Object.assign(process.env, serviceEnvironment(settings), { COMMUNITY_URL: url })
  const { env } = await import('@/lib/env')
  return env().COMMUNITY_URL
}

test.each(['https://community.example', 'http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
  'the community may be at %s',
  async (url) => {
    expect(await communityUrl(url)).toBe(url)
  },
)

test.each([
  'http://community.example',
  'http://127.0.0.1.example.org',
  'http://10.0.0.1',
  'ftp://localhost',
  'nowhere',
])('the community may not be at %s', async (url) => {
  await expect(communityUrl(url)).rejects.toThrow('COMMUNITY_URL')
})

test('without one there is none', async () => {
  expect(await communityUrl('')).toBeUndefined()
})
