import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoAddressFile, newDemoAddress, openDemoAccess } from '@/server/demo-access'
import { isLocalSite, provideSecrets } from '@/server/secrets'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-demo-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const opened = () => {
  const told = [newDemoAddress(folder, 'http://localhost:3000')]
  const access = openDemoAccess(folder, 'http://localhost:3000', (address) => told.push(address))
  return { access, told, newest: () => new URL(told.at(-1) ?? '').hash.slice(1) }
}

describe('the one-time address of the demo wallets', () => {
  test('is told, and written where only this user reads it', () => {
    const { told } = opened()
    expect(told[0]).toMatch(/^http:\/\/localhost:3000\/demo#[\w-]{43}$/)
    expect(readFileSync(demoAddressFile(folder), 'utf8')).toBe(`${told[0]}\n`)
    for (const file of ['demo-address', 'demo-cookie']) {
      expect(statSync(path.join(folder, file)).mode & 0o777, file).toBe(0o600)
    }
  })

  test('is good once; then there is another one', () => {
    const { access, told, newest } = opened()
    const first = newest()
    const cookie = access.exchange(first)
    expect(cookie).not.toBeNull()
    expect(access.exchange(first)).toBeNull()
    expect(told).toHaveLength(2)
    expect(access.exchange(newest())).toBe(cookie)
  })

  test('is good once, whichever process of the service is asked', () => {
    const one = opened()
    const other = openDemoAccess(folder, 'http://localhost:3000', () => undefined)
    expect(other.exchange(one.newest())).not.toBeNull()
    expect([one.access.exchange(one.newest()), other.exchange('')]).toEqual([null, null])
    const newest = new URL(readFileSync(demoAddressFile(folder), 'utf8').trim()).hash.slice(1)
    expect(one.access.exchange(newest)).not.toBeNull()
  })

  test('is another one after each start, and a browser that was let in stays so', () => {
    const first = opened()
    const cookie = first.access.exchange(first.newest()) ?? ''
    const unused = first.newest()
    const second = opened()
    expect(second.access.exchange(unused)).toBeNull()
    expect([second.access.isOpen(cookie), second.access.isOpen(''), second.access.isOpen(unused)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('the roles of the demo wallets', () => {
  const provided = (url?: string) => {
    const environment: NodeJS.ProcessEnv = { NODE_ENV: 'production', ...(url === undefined ? {} : { APP_URL: url }) }
    provideSecrets(folder, environment)
    return [environment['VERIFIER_WALLETS'], environment['ADMIN_WALLETS']].map((list) => list !== undefined)
  }

  test.each([undefined, '', 'http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
    'exist while the site is of this machine alone: APP_URL %s',
    (url) => {
      expect(provided(url)).toEqual([true, true])
    },
  )

  test.each(['https://trellis.example', 'http://192.168.1.7:3000', 'http://localhost.evil.example', 'nonsense'])(
    'do not exist under another name: APP_URL %s',
    (url) => {
      expect([isLocalSite(url), provided(url)]).toEqual([false, [false, false]])
    },
  )
})
