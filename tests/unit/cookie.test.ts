import { describe, expect, test, vi } from 'vitest'
import { serviceEnvironment } from '@/tests/support/environment'

/** The attributes of the cookie at a site of this address; the environment is read anew, as at a start. */
async function attributesAt(site: string): Promise<string[]> {
  const settings = { databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }
  Object.assign(process.env, serviceEnvironment(settings), { APP_URL: site })
  vi.resetModules()
  const { sessionCookie } = await import('@/lib/auth/token')
  return sessionCookie('value').split('; ').slice(1)
}

describe('the session cookie', () => {
  test.each([
    'https://trellis.example',
    'https://trellis.example:8443',
    'http://trellis.example',
    'http://localhost.evil.example',
  ])('is Secure outside localhost: %s', async (site) => {
    expect(await attributesAt(site)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=604800', 'Secure'])
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'can be kept on localhost without https: %s',
    async (site) => {
      expect(await attributesAt(site)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=604800'])
    },
  )
})
