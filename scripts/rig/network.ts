import type { SpawnOptions } from 'node:child_process'
import { run, start } from './programs'

// Machines of a rig: network namespaces on one bridge. A process in a namespace sees only that machine's network.

/** A machine of the rig. */
export type Machine = ReturnType<typeof openMachine>
export type Network = ReturnType<typeof openNetwork>

function openMachine(name: string, link: string, bridge: string, prefix: string, place: number) {
  const address = `${prefix}.${place}`
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  run('ip', 'link', 'set', link, 'master', bridge, 'up')
  run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) run('ip', '-n', name, 'link', 'set', device, 'up')
  const inside = ['netns', 'exec', name]
  return {
    name,
    address,
    /** Starts a program on it. */
    spawn: (words: readonly string[], options: SpawnOptions) => start('ip', [...inside, ...words], options),
    /** Sends a signal to every process on it. */
    signal(signal: NodeJS.Signals) {
      for (const pid of run('ip', 'netns', 'pids', name).split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), signal)
        } catch {
          // The process has already ended.
        }
      }
    },
    /** Disconnects its network, or connects it again. */
    unplug: () => void run('ip', 'link', 'set', link, 'down'),
    plug: () => void run('ip', 'link', 'set', link, 'up'),
    /** Drops all packets between it and another address, or only those of some TCP ports. */
    cut(other: string, ports: readonly number[] = []) {
      const drop = (...rule: string[]) => run('ip', ...inside, 'iptables', '-A', ...rule, '-j', 'DROP')
      const sides = ports.length === 0 ? [[]] : ['--sports', '--dports'].map((side) => [side, ports.join(',')])
      for (const side of sides) {
        const which = side.length === 0 ? [] : ['-p', 'tcp', '-m', 'multiport', ...side]
        drop('INPUT', '-s', other, ...which)
        drop('OUTPUT', '-d', other, ...which)
      }
    },
    /** Removes all cuts. */
    mend: () => void run('ip', ...inside, 'iptables', '-F'),
    /** Removes its network card. */
    remove: () => void run('ip', 'link', 'delete', link),
  }
}

/** Opens a network with so many machines. Needs root. */
export function openNetwork(count: number) {
  const bridge = `rig${process.pid}`
  const prefix = `10.77.${process.pid % 250}`
  /** The address of this host in the rig's network, where the proxy and the service run. */
  const address = `${prefix}.1`
  const machines: Machine[] = []
  /** Ends every process on the machines and removes them. */
  const close = () => {
    for (const machine of machines) machine.signal('SIGCONT')
    for (const machine of machines) machine.signal('SIGKILL')
    for (const { name, remove } of machines) {
      remove()
      run('ip', 'netns', 'delete', name)
    }
    run('ip', 'link', 'delete', bridge)
  }
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  run('ip', 'address', 'add', `${address}/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
  for (let place = 1; place <= count; place++)
    machines.push(openMachine(`${bridge}m${place}`, `${bridge}l${place}`, bridge, prefix, 10 + place))
  return { address, machines, close }
}
