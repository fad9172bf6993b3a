import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '@/package.json' with { type: 'json' }
import { textOf } from '@/tests/support/tracked-files'

// What deploy/ says agrees with what the code reads.

const files = readdirSync('deploy').map((name) => ({ name, text: textOf(`deploy/${name}`) }))
const textOfFile = (name: string) => files.find((file) => file.name === name)?.text ?? ''

/** What is no variable of the service's own: of Node, of its neighbours, of the places that they are at. */
const OTHERS =
  /^(?:NODE|NODE_ENV|NEXT_TELEMETRY_DISABLED|PGOPTIONS|(?:PATRONI|ETCD)_.*|DATABASE_(?:BIND|PASSWORD|\d)|SITE_(?:BIND|\d)|(?:POSTGRES|REPLICATION)_PASSWORD)$/

/** Names that a line of `KEY=value`, `KEY: value`, `ENV`, `ARG` or `Environment=` gives a value. */
const named = (text: string) =>
  [
    ...text.matchAll(/(?:^\s*|^(?:ENV|ARG|Environment=)\s*|(?<=^ENV .* |^Environment=.* ))([A-Z][A-Z\d_]+)(?==|: )/gm),
  ].flatMap(([, name]) => name ?? [])

test('every variable that it sets is one that the service reads', () => {
  const found = [...new Set(files.flatMap(({ text }) => named(text)))]
  const own = found.filter((name) => !OTHERS.test(name))
  const known = new RegExp(`\\b(?:${own.join('|')})\\b`, 'g')
  expect([...new Set(textOf('lib/env.ts').match(known))].sort()).toEqual(own.sort())
  expect(own).toEqual(expect.arrayContaining(['APP_URL', 'DATABASE_URL', 'EVIDENCE_DIR', 'PORT', 'SESSION_SECRET']))
})

test('the image has a Node that the service runs on, and the program of `npm start`', () => {
  const image = textOfFile('Dockerfile')
  const [, ...given] = /^ARG NODE=(\d+)\.(\d+)\.\d+-/m.exec(image) ?? []
  const [, ...least] = /^>=(\d+)\.(\d+)\./.exec(packageJson.engines.node) ?? []
  expect(given.map(Number)).toEqual([Number(least[0]), expect.any(Number)])
  expect(Number(given[1])).toBeGreaterThanOrEqual(Number(least[1]))
  const started = packageJson.scripts.start.replace(/^exec /, '')
  const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(image) ?? []
  expect(JSON.parse(words).join(' ')).toBe(started)
  expect(textOfFile('trellis.service')).toContain(`ExecStart=/usr/bin/${started}\n`)
})

test('the image is given everything that a build reads', () => {
  const allowed = textOfFile('Dockerfile.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []))
  const [, inputs = ''] = /const BUILD_INPUTS = \[(.*?)\]/s.exec(textOf('server/build.ts')) ?? []
  const roots = [...inputs.matchAll(/'([^'/]+)/g)].map(([, root]) => root ?? '')
  const present = new Set(readdirSync('.'))
  expect(roots.filter((root) => present.has(root) && !allowed.includes(root))).toEqual([])
})
