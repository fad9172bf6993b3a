/** The value of a line `Name: value` of a signed text. */
export function lineOf(message: string, name: string): string | null {
  const found = message.split('\n').find((line) => line.startsWith(`${name}: `))
  return found ? found.slice(name.length + 2) : null
}
