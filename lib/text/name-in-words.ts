/**
 * The name of an API field in words.
 * @example
 * nameInWords('submissionDeadline') // 'Submission deadline'
 */
export function nameInWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
