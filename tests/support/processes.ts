import { spawnSync } from 'node:child_process'

/** The processes of this program that another one has started, by their ids. @param program a part of their command line. */
export function childrenOf(pid: number, program: string): number[] {
  const { stdout } = spawnSync('ps', ['-ww', '-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, child, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === pid && args.includes(program) ? [Number(child)] : []
  })
}
