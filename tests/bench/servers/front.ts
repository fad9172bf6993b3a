import { handle } from '@/lib/api/handle'
import { createBoundedCache } from '@/lib/bounded-cache'
import '@/lib/db/view-cache'
import { createHttpServer } from '@/server/http/server'
import { answerTasks } from './answer-tasks'

// The service as `npm start` runs it, without its pages: the front and, behind it, the endpoints.
const front = createHttpServer({ pages: null, handle })
answerTasks({
  listen: (port: number) => front.listen(port, ['127.0.0.1']).then(() => true),
  /** From now on every view is built anew: what a read costs when nothing of it is remembered. */
  forget() {
    globalThis.trellisViews = createBoundedCache({ bytesMax: 1, entriesMax: 1, bytesOf: () => 1 })
    return true
  },
})
