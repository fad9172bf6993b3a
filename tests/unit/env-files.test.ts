import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { envFileWarnings } from '@/server/env-files'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-env-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const warnings = (environment: Record<string, string> = {}) =>
  envFileWarnings(folder, { NODE_ENV: 'production', ...environment })
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

test('what a file of variables says in vain is told by name, and never by value', () => {
  write('.env', '# The site\nAPP_URL="https://trellis.example"\nSERVICE_NAME=Arbor\nSESSION_SECRET=a-secret\n')
  const [warning, ...others] = warnings({ SERVICE_NAME: 'Arbor', APP_URL: 'http://localhost:3000' })
  expect(others).toEqual([])
  expect(warning).toMatch(/^\.env is not read, so what it says of APP_URL, SESSION_SECRET has no effect\. Give/)
  expect(warning).not.toMatch(/example|a-secret/)
})

test('where a shell or a supervisor has given the process its variables, nothing is told', () => {
  write('.env', "APP_URL='https://trellis.example'\nCRON_SECRET=\n")
  expect(warnings({ APP_URL: 'https://trellis.example' })).toEqual([])
})

test('the files are those from which Next would take variables', () => {
  for (const name of ['.env.local', '.env.production', '.env.production.local', '.env.development']) write(name, 'A=b')
  for (const name of ['.env.example', '.envrc', 'env.example']) write(name, 'A=b')
  mkdirSync(path.join(folder, '.env'))
  expect(warnings().map((warning) => warning.split(' ')[0])).toEqual([
    '.env.development',
    '.env.local',
    '.env.production',
    '.env.production.local',
  ])
})
