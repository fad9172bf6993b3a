import { type SpawnOptions, spawn } from 'node:child_process'
import { run } from './programs'

// Machines of a rig: network namespaces on one bridge. A process in a namespace sees that machine's network alone.

/** A machine of the rig. */
export interface Machine {
  readonly name: string
  readonly address: string
  /** Starts a program on it. */
  spawn(words: readonly string[], options: SpawnOptions): void
  /** Sends a signal to every process on it. */
  signal(signal: NodeJS.Signals): void
  /** Pulls its network cable, or puts it back. */
  unplug(): void
  plug(): void
  /** Drops what passes between it and another address, of all ports or of these (TCP). */
  cut(address: string, ports?: readonly number[]): void
  /** Lets everything pass again. */
  mend(): void
  /** Removes its network card. */
  remove(): void
}

export interface Network {
  /** The address of this machine in the rig's network: where the proxy and the service are. */
  readonly address: string
  readonly machines: readonly Machine[]
  /** Ends every process on the machines and removes them. */
  close(): void
}

function openMachine(name: string, link: string, bridge: string, prefix: string, place: number): Machine {
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
    spawn: (words, options) => void spawn('ip', [...inside, ...words], { ...options, detached: true }),
    signal(signal) {
      for (const pid of run('ip', 'netns', 'pids', name).split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), signal)
        } catch {
          // It has just ended by itself.
        }
      }
    },
    unplug: () => void run('ip', 'link', 'set', link, 'down'),
    plug: () => void run('ip', 'link', 'set', link, 'up'),
    cut(other, ports = []) {
      const drop = (...rule: string[]) => run('ip', ...inside, 'iptables', '-A', ...rule, '-j', 'DROP')
      const sides = ports.length === 0 ? [[]] : ['--sports', '--dports'].map((side) => [side, ports.join(',')])
      for (const side of sides) {
        const which = side.length === 0 ? [] : ['-p', 'tcp', '-m', 'multiport', ...side]
        drop('INPUT', '-s', other, ...which)
        drop('OUTPUT', '-d', other, ...which)
      }
    },
    mend: () => void run('ip', ...inside, 'iptables', '-F'),
    remove: () => void run('ip', 'link', 'delete', link),
  }
}

/** Opens so many machines. Needs root. */
export function openNetwork(count: number): Network {
  const bridge = `rig${process.pid}`
  const prefix = `10.77.${process.pid % 250}`
  const address = `${prefix}.1`
  const machines: Machine[] = []
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
