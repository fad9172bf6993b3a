import type { Answer, Asked } from './http'
import { Refused } from './refused'

type Handler = (asked: Asked, parts: Readonly<Record<string, string>>) => Answer | Promise<Answer>

/** A path with named groups for its parts, and what answers each method. */
export interface Route {
  readonly path: RegExp
  readonly get?: Handler
  readonly post?: Handler
}

/** @throws Refused 404 or 405 when nothing answers. */
export async function answerBy(routes: readonly Route[], asked: Asked): Promise<Answer> {
  for (const route of routes) {
    const match = route.path.exec(asked.path)
    if (!match) continue
    const handler = asked.method === 'POST' ? route.post : isRead(asked.method) ? route.get : undefined
    if (!handler) throw new Refused(405, 'That method does not exist here.', { allow: allowed(route) })
    return handler(asked, match.groups ?? {})
  }
  throw new Refused(404, 'There is nothing here.')
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

function allowed(route: Route): string {
  return [...(route.get ? ['GET', 'HEAD'] : []), ...(route.post ? ['POST'] : [])].join(', ')
}
