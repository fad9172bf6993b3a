// A process of the service for tests of several instances: the HTTP server and the endpoints, no pages, no schedule. It is
// started by instances.ts, which gives it its whole environment, and says "ready" once it listens.

import { env } from '@/lib/env'
import { handle } from '@/lib/mcp/handle'
import { createHttpServer } from '@/server/http/server'
import { startTracing } from '@/server/telemetry'

const ends: (() => unknown)[] = []
await startTracing({ onStop: (_, end) => ends.push(end) })
const server = createHttpServer({ pages: null, handle })
await server.listen(env().PORT, ['127.0.0.1'])
process.on('SIGTERM', () => {
  server
    .drain()
    .then(() => Promise.all(ends.map((end) => end())))
    .then(() => process.exit(0))
})
// The process must not outlive the test that started it, however that ended.
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
