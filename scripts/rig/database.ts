import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { ROOT } from '@/server/root'
import { chooseFreePort } from '@/tests/support/ports'
import type { Machine, Network } from './network'
import { run, wait } from './programs'

// Three machines, each with a member of etcd and a Postgres managed by Patroni. HAProxy runs on this machine in front of
// them. The settings are those of deploy/.

export const BINARIES = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'of-the-rig-alone'
/** Three times as long as Patroni waits between looks (deploy/patroni.yml, `loop_wait`). */
const SETTLED_MS = 6_000
export const PORTS = { postgres: 5432, patroni: 8008, etcdClient: 2379, etcdPeer: 2380 } as const

const Cluster = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
    }),
  ),
})

export type DatabaseCluster = Awaited<ReturnType<typeof openDatabaseCluster>>

/**
 * @param folder for data, logs and settings; the user `postgres` must be able to read it.
 * @param instances the ports of the service's two instances.
 */
export async function openDatabaseCluster({ machines }: Network, folder: string, instances: readonly number[]) {
  const settings = path.join(folder, 'deploy')
  mkdirSync(settings)
  for (const file of ['patroni.yml', 'make-database.sh', 'haproxy.cfg'])
    copyFileSync(path.join(ROOT, 'deploy', file), path.join(settings, file))
  chmodSync(path.join(settings, 'make-database.sh'), 0o755)

  const logTo = (name: string) => {
    const file = openSync(path.join(folder, `${name}.log`), 'a')
    return ['ignore' as const, file, file]
  }
  const nameOf = (machine: Machine) => `database${machines.indexOf(machine) + 1}`
  const dataOf = (machine: Machine) => path.join(folder, nameOf(machine))
  const startEtcd = (machine: Machine) => {
    const at = (port: number) => `http://${machine.address}:${port}`
    const env = {
      ...process.env,
      ETCD_NAME: nameOf(machine),
      ETCD_DATA_DIR: `${dataOf(machine)}/etcd`,
      ETCD_LISTEN_CLIENT_URLS: at(PORTS.etcdClient),
      ETCD_ADVERTISE_CLIENT_URLS: at(PORTS.etcdClient),
      ETCD_LISTEN_PEER_URLS: at(PORTS.etcdPeer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: at(PORTS.etcdPeer),
      ETCD_INITIAL_CLUSTER: machines.map((each) => `${nameOf(each)}=http://${each.address}:${PORTS.etcdPeer}`).join(),
      // Long enough for a busy machine with few cores.
      ETCD_HEARTBEAT_INTERVAL: '250',
      ETCD_ELECTION_TIMEOUT: '2500',
      ETCD_LOG_LEVEL: 'warn',
      ETCD_ENABLE_V2: 'true',
    }
    machine.spawn(['etcd'], { env, stdio: logTo(`${nameOf(machine)}-etcd`) })
  }
  const startPatroni = (machine: Machine) => {
    const env = {
      ...process.env,
      PATH: `${settings}:${process.env.PATH}`,
      LC_ALL: 'C.UTF-8',
      PATRONI_NAME: nameOf(machine),
      // PATRONI_ETCD_HOSTS selects etcd's v2 API. With v3, Patroni before 3.0.3 lets a returning primary take the lead from
      // its successor, and acknowledged writes are lost (patroni/patroni#2689). Debian's version is 3.0.2.
      PATRONI_ETCD_HOSTS: machines.map(({ address }) => `${address}:${PORTS.etcdClient}`).join(),
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine.address}:${PORTS.patroni}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine.address}:${PORTS.postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: `${dataOf(machine)}/data`,
      PATRONI_POSTGRESQL_PGPASS: `${dataOf(machine)}/pgpass`,
      PATRONI_POSTGRESQL_BIN_DIR: BINARIES,
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      DATABASE_PASSWORD: PASSWORD,
    }
    const as = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    // Debian's Patroni creates a standby's folder with the permissions of the umask.
    const patroni = ['sh', '-c', 'umask 077; exec patroni "$0"', path.join(settings, 'patroni.yml')]
    machine.spawn([...as, ...patroni], { env, cwd: dataOf(machine), stdio: logTo(nameOf(machine)) })
  }
  const start = (machine: Machine) => {
    startEtcd(machine)
    startPatroni(machine)
  }
  for (const machine of machines) run('install', '-d', '-o', 'postgres', '-g', 'postgres', '-m', '700', dataOf(machine))
  for (const machine of machines) start(machine)

  const [port, sitePort] = [await chooseFreePort(), await chooseFreePort()]
  const places = {
    DATABASE_BIND: `127.0.0.1:${port}`,
    SITE_BIND: `127.0.0.1:${sitePort}`,
    ...Object.fromEntries(machines.map(({ address }, at) => [`DATABASE_${at + 1}`, `${address}:${PORTS.postgres}`])),
    ...Object.fromEntries(instances.map((instance, at) => [`SITE_${at + 1}`, `127.0.0.1:${instance}`])),
  }
  const proxyWords = ['-db', '-f', path.join(settings, 'haproxy.cfg')]
  const proxy = spawn('haproxy', proxyWords, { env: { ...process.env, ...places }, stdio: logTo('haproxy') })
  const url = (role: string) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/trellis`

  const members = async () => {
    const answers = machines.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:${PORTS.patroni}/cluster`, { signal: AbortSignal.timeout(2_000) })
      return Cluster.parse(await answer.json()).members
    })
    return Promise.any(answers)
  }
  // While Patroni chooses another synchronous standby, no member has that role.
  const machineOf = (role: string): Promise<Machine> =>
    wait(async () => {
      const member = (await members()).find((each) => each.role === role)
      return machines.find((each) => nameOf(each) === member?.name)
    }, `a member was ${role}`)
  /** Whether members are one primary and two standbys that follow it, one of them synchronous. */
  const isWhole = (all: Awaited<ReturnType<typeof members>>): boolean => {
    const [leader, standby] = ['leader', 'sync_standby'].map((role) => all.find((each) => each.role === role))
    const follow = all.filter(({ state, timeline }) => /running|streaming/.test(state) && timeline === leader?.timeline)
    return leader !== undefined && standby !== undefined && follow.length === machines.length
  }
  return {
    /** The URL for the service, through HAProxy. */
    url: url('trellis'),
    /** The URL where HAProxy distributes requests to the instances. */
    site: `http://127.0.0.1:${sitePort}`,
    /** The machines of the current primary and of its synchronous standby. */
    primary: () => machineOf('leader'),
    synchronous: () => machineOf('sync_standby'),
    others: (than: Machine) => machines.filter((machine) => machine !== than),
    /** Kills the postmaster on a machine. */
    killPostmaster(machine: Machine) {
      const [pid] = readFileSync(path.join(dataOf(machine), 'data', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    /** Starts etcd and Patroni on a machine. */
    start,
    /**
     * Waits for one primary with two following standbys, one of them synchronous, that stays so for some seconds: a member that comes
     * back may begin an election in etcd, in which the primary loses its lock for a moment.
     */
    whole() {
      let since = Number.POSITIVE_INFINITY
      return wait(async () => {
        since = isWhole(await members()) ? Math.min(since, Date.now()) : Number.POSITIVE_INFINITY
        return Date.now() - since >= SETTLED_MS
      }, 'one primary had two standbys')
    },
    /** Queries as superuser, through HAProxy. Retries, because on a busy machine a primary may be replaced during the query. */
    query: (text: string, values: readonly unknown[] = []) =>
      wait(() => ask(url('postgres'), text, values), 'the database answered'),
    close: () => void proxy.kill('SIGKILL'),
  }
}

/** Queries over a new connection. */
async function ask(connectionString: string, text: string, values: readonly unknown[]) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text, [...values])).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
