import * as challenges from '@/lib/challenges/contract'
import type { Stage } from './stage'

/**
 * What the clock does by itself: a submission day that has ended closes its challenge. Any read persists that, so the
 * list is read here.
 */
export function watchDeadlines(stage: Stage, base: string): () => Promise<void> {
  const closed = new Set<string>()
  return async () => {
    const { path, returns } = challenges.listChallenges
    const answer = await fetch(`${base}${path}?state=AWAITING_DECISION&limit=100`)
    for (const { id, title } of returns.parse(await answer.json()).challenges) {
      if (closed.has(id) || !stage.made.some((record) => record.id === id)) continue
      closed.add(id)
      stage.report(null, `closes the discussion of “${title}”`)
    }
  }
}
