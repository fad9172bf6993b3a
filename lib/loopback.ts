const NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the hostname of a URL names the very machine that reads it. @example isLoopback('[::1]') // true */
export function isLoopback(hostname: string): boolean {
  return NAMES.has(hostname)
}
