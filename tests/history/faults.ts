import { pick, type Random } from '@/tests/history/draw'
import { type Node, type Site, SKEW_MAX_SECONDS } from '@/tests/history/site'
import { startInstance } from '@/tests/support/instances'

/** What goes wrong at an instance. @returns what ends it. */
type Fault = (node: Node, site: Site, random: Random) => Promise<(() => Promise<void> | void) | null>

/** Everything that goes wrong while clients write. Each hits one instance, at a moment that the seed decides. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  async 'cut the connections to the database'({ proxy }) {
    proxy.cut()
    return () => proxy.mend()
  },
  async 'freeze the connections to the database'({ proxy }) {
    proxy.freeze()
    return () => proxy.mend()
  },
  async 'freeze them after a commit'({ proxy }) {
    proxy.freezeAfterCommit()
    return () => proxy.mend()
  },
  async 'cut a connection before its commit arrives'({ proxy }, _site, random) {
    proxy.cutBeforeCommit(1 + Math.floor(random() * 3))
    return () => proxy.cutBeforeCommit(0)
  },
  async 'cut a connection after its commit arrived'({ proxy }, _site, random) {
    proxy.cutAfterCommit(1 + Math.floor(random() * 3))
    return () => proxy.cutAfterCommit(0)
  },
  async 'swallow what the open connections carry'({ proxy }) {
    proxy.silence()
    return null
  },
  async 'end every backend'(_node, { cluster }) {
    await cluster.sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user AND application_name <> 'tests'`,
    )
    return null
  },
  async 'kill the process'(node) {
    await node.instance.kill()
    return async () => {
      node.instance = await startInstance(node.instance.environment)
    }
  },
  async 'step its clock'(node, _site, random) {
    node.setSkew(Math.round((random() * 2 - 1) * SKEW_MAX_SECONDS))
    return () => node.setSkew(0)
  },
}

/** Something goes wrong, and is mended; both after so many more calls came to an end. @returns what it was. */
export async function goWrong(site: Site, random: Random, calls: (count: number) => Promise<void>): Promise<string> {
  const name = pick(random, Object.keys(FAULTS))
  const place = Math.floor(random() * site.nodes.length)
  const node = site.nodes[place]
  if (!node) throw new Error('There is an instance at every place.')
  await calls(2 + Math.floor(random() * 8))
  const mend = await FAULTS[name]?.(node, site, random)
  await calls(2 + Math.floor(random() * 8))
  await mend?.()
  return name
}
