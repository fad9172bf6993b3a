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
