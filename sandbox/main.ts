import { startSandbox } from './server'

/**
 * The sandbox as a separate process: `node --import tsx sandbox/main.ts <folder> [port]`, for a service with DATABASE_URL
 * and for tests. CLOCK_FILE and RATE_LIMIT_SCALE work as in the service.
 */
const [folder, port = '0', ...more] = process.argv.slice(2)
const { CLOCK_FILE: clockFile, RATE_LIMIT_SCALE: scale = '1' } = process.env

try {
  // Without a default: the embedded default may be using its own.
  if (!folder || folder.startsWith('-') || more.length > 0)
    throw new Error('Usage: node --import tsx sandbox/main.ts <folder> [port]')
  const sandbox = await startSandbox({ folder, port: Number(port), clockFile, limitScale: Number(scale) })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => sandbox.stop().then(() => process.exit(0)))
  }
  console.log(`The sandbox community is at ${sandbox.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The sandbox did not start.')
  process.exit(1)
}
