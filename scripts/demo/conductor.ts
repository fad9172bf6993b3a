import { DAY_MS, MINUTE_MS } from '@/lib/durations'
import type { Clock } from './clock'
import type { Cast } from './stage'

/** A story yields the time of its next step. The code between two yields runs without a pause. */
export type Story = AsyncGenerator<number, void, void>
export type Tale = (cast: Cast) => Story

/**
 * Plays stories interleaved, in the order of their times. Before each step the clock is set to its time.
 * @param dayBegins called shortly after every midnight that passes.
 */
export async function play(stories: readonly Story[], clock: Clock, dayBegins: () => Promise<void>): Promise<void> {
  const waiting: { story: Story; at: number }[] = []
  const goOn = async (story: Story) => {
    const { done, value } = await story.next()
    if (!done) waiting.push({ story, at: value })
  }
  const moveTo = async (moment: number) => {
    for (let night = firstNight(clock.now()); night < moment; night += DAY_MS) {
      clock.set(night)
      await dayBegins()
    }
    // The clock may already be past the planned time: then the step follows at once.
    clock.set(Math.max(moment, clock.now()))
  }

  for (const story of stories) await goOn(story)
  clock.set(Math.min(...waiting.map(({ at }) => at)))
  for (;;) {
    waiting.sort((a, b) => a.at - b.at)
    const next = waiting.shift()
    if (!next) break
    await moveTo(next.at)
    await goOn(next.story)
  }
  await moveTo(Date.now())
}

/** Shortly after the next midnight, UTC. */
function firstNight(from: number): number {
  return Math.floor(from / DAY_MS) * DAY_MS + DAY_MS + 2 * MINUTE_MS
}
