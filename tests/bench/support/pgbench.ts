import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from '../servers/record'
import { benchFolder } from './folder'

const run = promisify(execFile)

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

function findPgbench(): string | null {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => path.join(DEBIAN_POSTGRES, version, 'bin', 'pgbench')).find(existsSync) ?? null
}

/**
 * A statement in pgbench's language: `$n` becomes a variable. pgbench sees variables inside quotes too, so the colons of
 * time formats are written another way, which the planner folds into the same constant.
 */
export function asScript(text: string, variable: (index: number) => string): string {
  const safe = text.replace(/HH24:MI:SS\.MS/g, "HH24' || chr(58) || 'MI' || chr(58) || 'SS.MS")
  return `${safe.replace(/\$(\d+)/g, (_, index: string) => `:${variable(Number(index) - 1)}`)};`
}

export interface Script {
  readonly name: string
  readonly text: string
  /** Variables with the same value every time; those without a value here are null. */
  readonly variables: Record<string, string>
}

type Amount = { readonly clients: number } & ({ readonly seconds: number } | { readonly times: number })

/** Runs pgbench. @returns what it wrote, or null when it is not installed. */
async function runPgbench(url: string, args: readonly string[]): Promise<{ stdout: string; stderr: string } | null> {
  const pgbench = findPgbench()
  if (!pgbench) return null
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const env = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
  }
  return run(pgbench, [...args, pathname.slice(1)], { env, maxBuffer: 1e8 })
}

/** @returns the transactions a second, or null when pgbench is not installed. */
async function rateOf(url: string, amount: Amount, args: readonly string[]): Promise<number | null> {
  const limit = 'seconds' in amount ? ['-T', String(amount.seconds)] : ['-t', String(amount.times)]
  const clients = ['-c', String(amount.clients), '-j', '1']
  const written = await runPgbench(url, ['-n', '-M', 'prepared', ...clients, ...limit, ...args])
  if (!written) return null
  const rate = /tps = ([\d.]+)/.exec(written.stdout)?.[1]
  if (!rate || /aborted|ERROR/.test(written.stderr)) throw new Error(`pgbench failed: ${written.stderr.slice(0, 2000)}`)
  return Number(rate)
}

/** How often a second pgbench gets through a script. @returns null when pgbench is not installed. */
export async function runScript(url: string, script: Script, amount: Amount): Promise<number | null> {
  const file = path.join(benchFolder('pgbench'), `${script.name}.sql`)
  writeFileSync(file, script.text)
  const variables = Object.entries(script.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  return rateOf(url, amount, ['-f', file, ...variables])
}

/** Makes the tables of `pgbench -N` in a database, which nothing else may hold. */
export const prepareSimpleUpdates = (url: string) => runPgbench(url, ['-i', '-q', '-s', '10'])

/** How often a second the server does the simplest write there is: one row changed, one added. */
export const simpleUpdateRate = (url: string, amount: Amount) => rateOf(url, amount, ['-N'])

/** A value as Postgres reads it from text. */
export const asLiteral = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

/** How often a second the database answers the same statements with the same values. */
export async function pgbenchRate(
  url: string,
  statements: readonly Statement[],
  amount: { clients: number; seconds: number },
): Promise<number | null> {
  const variables: Record<string, string> = {}
  const lines = statements.map(({ text, values }, place) =>
    asScript(text, (index) => {
      const value = values[index]
      if (value !== null && value !== undefined) variables[`s${place}_${index}`] = asLiteral(value)
      return `s${place}_${index}`
    }),
  )
  return runScript(url, { name: 'rate', text: lines.join('\n'), variables }, amount)
}
