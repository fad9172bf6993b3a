import { jsonIn } from '@/lib/json'

/** The value of a line `Name: value` of a signed text. */
export function lineOf(message: string, name: string): string | null {
  const found = message.split('\n').find((line) => line.startsWith(`${name}: `))
  return found ? found.slice(name.length + 2) : null
}

/** The SHA-256 (hex) of the content that a verifier's text is about; null in any other text. */
export const contentHashIn = (message: string): string | null => lineOf(message, 'Content SHA-256')

/** The id of what a verifier's text judges: the last of its records; null in any other text. */
export const judgedIn = (message: string): string | null =>
  lineOf(message, 'Proof') ?? lineOf(message, 'Decision') ?? lineOf(message, 'Project')

/** The words of a verifier, unquoted, in their signed text; undefined in a text without them. */
export const signedWordsIn = (message: string): unknown =>
  jsonIn(lineOf(message, 'Reason') ?? lineOf(message, 'Explanation') ?? '')
