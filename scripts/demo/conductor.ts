import { type Clock, DAY_MS, MINUTE_MS } from './clock'
import type { Cast } from './stage'

/** A story yields the moment at which it goes on; what comes between two yields happens in one go. */
export type Story = AsyncGenerator<number, void, void>
export type Tale = (cast: Cast) => Story

/**
 * Plays stories side by side in the order of their moments, with the clock set to each.
 * @param dayBegins called a little after every midnight that passes.
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
    // People took longer than the story thought: it goes on at once.
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
