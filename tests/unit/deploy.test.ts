import { readdirSync } from 'node:fs'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import packageJson from '@/package.json' with { type: 'json' }
import { WORKER_BUNDLE } from '@/server/build'
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
  const [, given = '0'] = /^ARG NODE=(\d+\.\d+\.\d+)-/m.exec(image) ?? []
  const [, least = '0'] = /^>=(\d+\.\d+\.\d+)$/.exec(packageJson.engines.node) ?? []
  expect([least, given].map((version) => version.split('.').length)).toEqual([3, 3])
  expect([least, given].toSorted(new Intl.Collator('en', { numeric: true }).compare)).toEqual([least, given])
  const started = packageJson.scripts.start.replace(/^exec /, '')
  const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(image) ?? []
  expect(JSON.parse(words).join(' ')).toBe(started)
  expect(textOfFile('trellis.service')).toContain(`ExecStart=/usr/bin/${started}\n`)
})

test.each(['compose.yaml', 'compose.cluster.yaml'])('%s gives an instance the volume, and the time to end', (name) => {
  const text = textOfFile(name)
  const [app = ''] = /^( *)(?:app|x-app):.*\n(?:\1 +.*\n)+/m.exec(text) ?? []
  expect(app).toContain('EVIDENCE_DIR: /evidence\n')
  expect(app).toContain('volumes: ["evidence:/evidence"]\n')
  // docs/operating.md#workers
  expect(app).toContain('stop_grace_period: 60s\n')
})

test('only a proxy reaches an instance that believes what a proxy says', () => {
  const example = textOfFile('env.example')
  expect(example).toMatch(/^TRUSTED_PROXY_HOPS=1$/m)
  expect(example).toMatch(/^LISTEN_HOST=127\.0\.0\.1$/m)
  // In a container that would be nobody.
  expect(textOfFile('Dockerfile')).toMatch(/^ENV .*\bLISTEN_HOST=::/m)
  for (const name of ['compose.yaml', 'compose.cluster.yaml']) {
    const text = textOfFile(name)
    const [app = ''] = /^( *)(?:app|x-app):.*\n(?:\1 +.*\n)+/m.exec(text) ?? []
    expect(app, name).toContain('LISTEN_HOST: "::"\n')
    for (const [, published] of text.matchAll(/^ *ports: (.*)$/gm)) expect(published).toBe('["127.0.0.1:3000:3000"]')
  }
})

test.each(['compose.yaml', 'compose.cluster.yaml'])(
  '%s gives no instance the passwords that are the database’s alone',
  (name) => {
    const read = textOf('lib/env.ts')
    // The service's own password is in its DATABASE_URL.
    const theirs = named(textOfFile('env.example')).filter(
      (variable) => variable !== 'DATABASE_PASSWORD' && !read.includes(variable),
    )
    expect(theirs).toEqual(['POSTGRES_PASSWORD', 'REPLICATION_PASSWORD'])
    const [app = ''] = /^( *)(?:app|x-app):.*\n(?:\1 +.*\n)+/m.exec(textOfFile(name)) ?? []
    expect(app).toContain('env_file: .env\n')
    for (const variable of theirs) expect(app).toContain(`${variable}: ""\n`)
  },
)

test('instances behind HAProxy answer on until it has noticed that they end', () => {
  const [, inter, fall] =
    /default-server check inter (\d+)s fall (\d+) rise 1\n\s+server instance1/.exec(textOfFile('haproxy.cfg')) ?? []
  const [, seconds] = /SHUTDOWN_DELAY_SECONDS: (\d+)\n/.exec(textOfFile('compose.cluster.yaml')) ?? []
  expect(Number(seconds)).toBeGreaterThan(Number(inter) * Number(fall))
})

test('while two versions run beside each other, HAProxy finds the files of either', () => {
  const config = textOfFile('haproxy.cfg')
  expect(config).toContain('use_backend files if { path_beg /_next/static/ }\n')
  const [, files = ''] = /^backend files\n(.*)/ms.exec(config) ?? []
  expect(files).toMatch(/^ {2}option redispatch 1\n {2}retries \d\n {2}retry-on conn-failure 404$/m)
  const serversOf = (text: string) =>
    [...text.matchAll(/^ {2}server instance\d "\$\{SITE_\d\}"/gm)].map(([line]) => line)
  expect(serversOf(files)).toEqual(serversOf(config.slice(0, -files.length)))
})

test('systemd asks the first process alone to end, and lets the others go on when a worker is killed', () => {
  const unit = textOfFile('trellis.service')
  expect(unit).toContain('\nKillMode=mixed\n')
  expect(unit).toContain('\nOOMPolicy=continue\n')
})

test('systemd never gives up starting it, as for a database that is away for long', () => {
  const [, section = ''] = /^\[Unit\]\n(.*?)\n\n\[/ms.exec(textOfFile('trellis.service')) ?? []
  expect(section).toContain('\nStartLimitIntervalSec=0')
  expect(textOfFile('trellis.service')).toContain('\nRestart=always\n')
})

test('the unit has all of the service’s variables from the file that commands by hand are given', () => {
  const unit = textOfFile('trellis.service')
  expect([...unit.matchAll(/^Environment=(.*)$/gm)].map(([, given]) => given)).toEqual(['NODE_ENV=production'])
  expect(unit).toContain('EnvironmentFile=/etc/trellis.env\n')
  expect(textOfFile('env.example')).toContain('EVIDENCE_DIR=/var/lib/trellis/evidence\n')
})

const rule = (alert: string) =>
  textOfFile('alerts.yml')
    .split('- alert: ')
    .find((text) => text.startsWith(`${alert}\n`))

test('no request counts as slow because somebody else takes his time: a reader, an uploader, or an agent’s person', () => {
  const theirs = contracts.flatMap(({ kind, operationId }) =>
    kind === 'stream' || kind === 'upload' ? operationId : [],
  )
  expect(theirs).toHaveLength(2)
  for (const text of [rule('RequestsSlow') ?? '', textOfFile('dashboard.json').replaceAll('\\"', '"')]) {
    const lists = [...text.matchAll(/operation!~"([^"]*)"/g)].map(([, list = '']) => list.split('|'))
    expect(lists.length).toBeGreaterThan(0)
    for (const list of lists) expect(list).toEqual(expect.arrayContaining([...theirs, 'mcp']))
  }
})

test('failures of a job are no alert while it is told when it last succeeded', () => {
  expect(rule('ScheduleStands')?.replaceAll(/\s+/g, ' ')).toContain(
    '(sum by (scheduled_job) (increase(trellis_schedule_rounds_total{result="failed"}[30m])) > 3 unless max by (scheduled_job) (max_over_time(trellis_schedule_last_success_timestamp_seconds[30m])))',
  )
})

/** The files and folders of the checkout that the image is given. */
const inImage = () =>
  textOfFile('Dockerfile.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []))

test('the image is given everything that a build reads', () => {
  const allowed = inImage()
  const lists = [...textOf('server/build.ts').matchAll(/^const (?:BUILD|WORKER)_INPUTS = \[(.*?)\]/gms)]
  expect(lists).toHaveLength(2)
  const roots = lists.flatMap(([, inputs = '']) => [...inputs.matchAll(/'([^'/]+)/g)].map(([, root]) => root ?? ''))
  const present = new Set(readdirSync('.'))
  expect(roots.filter((root) => present.has(root) && !allowed.includes(root))).toEqual([])
})

test('the program of a worker is bundled from what the image is given', async () => {
  const { metafile } = await build({ ...WORKER_BUNDLE, write: false, metafile: true })
  const read = new Set(Object.keys(metafile.inputs).map((file) => file.split('/')[0] ?? ''))
  const allowed = inImage()
  expect([...read].filter((root) => !allowed.includes(root))).toEqual([])
  expect(read.size).toBeGreaterThan(2)
})
