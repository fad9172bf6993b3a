import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

/** The files from which Next would take variables (server/pages/next.ts). */
const ENV_FILE = /^\.env(?:\.production|\.development)?(?:\.local)?$/

function variablesOf(file: string): [name: string, value: string][] {
  try {
    return Object.entries(parseEnv(readFileSync(file, 'utf8'))).map(([name, value]) => [name, value ?? ''])
  } catch {
    // A folder, or a file of somebody else's: nobody meant it for this process.
    return []
  }
}

/**
 * Warnings for each `.env` file of a folder that says what the process does not have: no such file is read. Where a shell or a
 * supervisor has given its variables to the process, there is nothing to say.
 */
export function envFileWarnings(folder: string, environment: NodeJS.ProcessEnv = process.env): string[] {
  const files = readdirSync(folder).filter((name) => ENV_FILE.test(name))
  return files.flatMap((name) => {
    const unread = variablesOf(path.join(folder, name)).filter(
      ([key, value]) => value !== '' && environment[key] !== value,
    )
    if (unread.length === 0) return []
    const keys = unread.map(([key]) => key).join(', ')
    return `${name} is not read, so what it says of ${keys} has no effect. Give the process its variables (docs/operating.md#environment).`
  })
}
