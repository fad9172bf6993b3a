import { type CommandLine, parseCommandLine } from '@/lib/command-line'
import { oneLine } from '../server/lifecycle'

/**
 * Runs a command. A failure is printed in one line and makes the exit code 1.
 * @param words the line for a failure.
 */
export async function command(
  work: () => Promise<unknown>,
  words: (error: unknown) => string = oneLine,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(words(error))
    process.exitCode = 1
  }
}

/** The options that make a command do less. */
const LIMITS = ['check', 'dry-run', 'part', 'field']

/**
 * The words of this process's command line. Options before `--` are npm's: it keeps them to itself, and the command would do what
 * they were to prevent.
 * @throws Error in one line if npm kept one.
 */
export function ownWords(): string[] {
  const kept = LIMITS.find((name) => process.env[`npm_config_${name.replace('-', '_')}`])
  if (kept !== undefined)
    throw new Error(`npm kept --${kept} to itself, so nothing was done: put -- before the options.`)
  return process.argv.slice(2)
}

/** The command line of this process, parsed before anything is done. @throws Error in one line, see `parseCommandLine`. */
export const commandLine = (syntax: CommandLine) => parseCommandLine(ownWords(), syntax)
