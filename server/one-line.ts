/** An error as one line without credentials: for the terminal and the log. */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error.'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  const words = error.message.split('\n')[0]?.trim() || error.name
  return `${words.replace(/:\/\/[^@\s/]*@/g, '://…@')}${words.includes(code.trim()) ? '' : code}`
}
