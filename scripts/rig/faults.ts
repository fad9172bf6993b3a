import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseCluster, PORTS } from './database'
import type { Machine, Network } from './network'

/** A fault of the primary, and how its machine recovers after the failover. */
interface Fault {
  begin(place: FaultPlace): Promise<void>
  end(place: FaultPlace): void
}

export interface FaultPlace {
  readonly cluster: DatabaseCluster
  readonly network: Network
  /** The primary before the fault. */
  readonly primary: Machine
  /** Its synchronous standby. */
  readonly synchronous: Machine
}

/** How long commits wait for unreachable standbys before the primary is killed too. */
const ALONE_MS = 3_000

const kill = async ({ primary }: FaultPlace) => primary.signal('SIGKILL')
const start = ({ cluster, primary }: FaultPlace) => cluster.start(primary)
const mend = ({ primary }: FaultPlace) => primary.mend()
const cutFrom = (primary: Machine, others: readonly Machine[], ...ports: number[]) => {
  for (const other of others) primary.cut(other.address, ports)
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  'killed postmaster': {
    begin: async ({ cluster, primary }) => cluster.killPostmaster(primary),
    end: () => undefined,
  },
  'killed machine': { begin: kill, end: start },
  'frozen machine': {
    begin: async ({ primary }) => primary.signal('SIGSTOP'),
    end: ({ primary }) => primary.signal('SIGCONT'),
  },
  'cut replication': {
    // The primary stays; another standby must replace the unreachable one.
    begin: async ({ primary, synchronous }) => cutFrom(primary, [synchronous], PORTS.postgres),
    end: mend,
  },
  'cut replication, then killed machine': {
    begin: async (place) => {
      cutFrom(place.primary, place.cluster.others(place.primary), PORTS.postgres)
      await pause(ALONE_MS)
      await kill(place)
    },
    end: (place) => {
      mend(place)
      start(place)
    },
  },
  'partition: no network at all': {
    begin: async ({ primary }) => primary.unplug(),
    end: ({ primary }) => primary.plug(),
  },
  'partition: from etcd and HAProxy': {
    // Its standbys can still reach it.
    begin: async ({ cluster, network, primary }) => {
      cutFrom(primary, cluster.others(primary), PORTS.etcdClient, PORTS.etcdPeer)
      primary.cut(network.address)
    },
    end: mend,
  },
}
