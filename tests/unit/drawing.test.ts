import { describe, expect, test } from 'vitest'
import { type Card, drawCard } from '@/components/pictures/draw'
import { createDrawing } from '@/components/pictures/drawing'
import { createPictureThread } from '@/server/pages/pictures'

const card = (name: string): Card => ({ kind: 'site', name })
const allow = async () => undefined

/** Draws nothing, and says how often it did. */
function counting() {
  const draws: Card[] = []
  const drawing = createDrawing(async (drawn) => {
    draws.push(drawn)
    return Uint8Array.of(draws.length)
  })
  return { draws, drawing }
}

describe('a picture', () => {
  test('is drawn once for all who ask for the same, and counted only when it has to be drawn', async () => {
    const { draws, drawing } = counting()
    const all = await Promise.all([1, 2, 3].map(() => drawing.picture(card('a'), allow)))
    expect(all.map(([first]) => first)).toEqual([1, 1, 1])
    await drawing.picture(card('a'), () => Promise.reject(new Error('This is known already.')))
    await drawing.picture(card('b'), allow)
    expect(draws).toEqual([card('a'), card('b')])
  })

  test('is not drawn for whoever has asked too often', async () => {
    const { draws, drawing } = counting()
    await expect(drawing.picture(card('a'), () => Promise.reject(new Error('Too often.')))).rejects.toThrow(
      'Too often.',
    )
    expect(draws).toEqual([])
  })

  test('that failed is drawn anew for the next who asks', async () => {
    let tries = 0
    const drawing = createDrawing(async () => {
      tries += 1
      if (tries === 1) throw new Error('No.')
      return Uint8Array.of(tries)
    })
    await expect(drawing.picture(card('a'), allow)).rejects.toThrow('No.')
    expect([...(await drawing.picture(card('a'), allow))]).toEqual([2])
  })

  test('is refused with 429 and a time to come back while too many wait; one at a time is drawn', async () => {
    let atOnce = 0
    let most = 0
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const drawing = createDrawing(async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await gate
      atOnce -= 1
      return Uint8Array.of(1)
    })
    const asked = Array.from({ length: 30 }, (_, index) => drawing.picture(card(String(index)), allow))
    const settled = Promise.allSettled(asked)
    await new Promise((resolve) => setImmediate(resolve))
    finish()
    const refused = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(21)
    expect(refused[0]).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '5' } })
    expect(most).toBe(1)
  })
})

test('the thread draws what the process itself would draw, and is started anew after it has ended', {
  timeout: 60_000,
}, async () => {
  let started = 0
  const count = () => {
    started += 1
  }
  process.on('worker', count)
  const thread = createPictureThread()
  const own = Buffer.from(await drawCard(card('Trellis')))
  expect(Buffer.from(await thread.draw(card('Trellis'))).equals(own)).toBe(true)
  expect(Buffer.from(await thread.draw(card('Trellis'))).equals(own)).toBe(true)
  expect(started).toBe(1)
  await thread.stop()
  expect(Buffer.from(await thread.draw(card('Trellis'))).equals(own)).toBe(true)
  expect(started).toBe(2)
  await thread.stop()
  process.off('worker', count)
})
