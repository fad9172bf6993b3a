import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Reply } from '@/tests/support/client'
import { challengeBody } from '@/tests/support/story'
import { vectors } from '@/tests/support/vectors'
import { openWorld, type World } from '@/tests/support/world'

// The Big List of Naughty Strings as what people write: a text is kept as it was sent, trimmed and composed (NFC), or refused.

const CHALLENGES = '/api/v1/challenges'
const STRINGS = vectors('naughty-strings/blns.json', z.array(z.string()))

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  owner = await world.wallet()
})
afterAll(() => world.close())

const normalised = (text: string) => text.trim().normalize('NFC')

/** Whether a text has as many characters (code points) as a field takes. */
const isFitting = (text: string, min: number, max: number) => {
  const { length } = [...normalised(text)]
  return length >= min && length <= max
}

const MAX = { title: 140, prompt: 4000, reason: 2000 } as const
const MIN = { title: 3, prompt: 1, reason: 1 } as const
type Field = keyof typeof MAX

/** Why a text was refused although its length fits: `title: This text holds …`. */
const refusedThoughFitting: string[] = []

function holdRefusal(reply: Reply, text: string): Field {
  const field = z.enum(['title', 'prompt', 'reason']).parse(reply.body.error.field)
  expectRefused(reply, 400, field)
  if (isFitting(text, MIN[field], MAX[field])) refusedThoughFitting.push(`${field}: ${reply.body.error.message}`)
  return field
}

/** A challenge that holds the text in every field that takes it. @returns its id and the fields. */
async function createWith(text: string): Promise<{ id: string; fields: Field[] }> {
  const fields: Field[] = ['title', 'prompt']
  for (;;) {
    const reply = await owner.post(CHALLENGES, challengeBody(Object.fromEntries(fields.map((field) => [field, text]))))
    if (reply.status === 201) return { id: reply.body.challenge.id, fields }
    fields.splice(fields.indexOf(holdRefusal(reply, text)), 1)
  }
}

/** Cancels it with the text as the reason, or with another where the text is refused. @returns whether it is kept. */
async function cancelWith(id: string, text: string): Promise<boolean> {
  const reply = await owner.post(`${CHALLENGES}/${id}/cancel`, { reason: text })
  if (reply.status === 201) return true
  holdRefusal(reply, text)
  const { status } = await owner.post(`${CHALLENGES}/${id}/cancel`, { reason: 'It was only a trial.' })
  expect(status).toBe(201)
  return false
}

test('each is kept as it was sent, trimmed and composed, or refused for what it holds', async () => {
  for (const text of STRINGS) {
    const { id, fields } = await createWith(text)
    const isReason = await cancelWith(id, text)
    const { body } = await world.get(`${CHALLENGES}/${id}`)
    for (const field of fields) {
      expect(isFitting(text, MIN[field], MAX[field]), `${field}: ${text}`).toBe(true)
      expect(body.challenge[field], field).toBe(normalised(text))
    }
    if (isReason) expect(body.challenge.cancellation.reason).toBe(normalised(text))
  }
  expect(refusedThoughFitting).toMatchInlineSnapshot(`
    [
      "title: This text holds a control character.",
      "title: This text holds a control character.",
      "title: This text holds a control character.",
      "prompt: This field must not be empty.",
      "reason: This field must not be empty.",
      "prompt: This text holds U+202D, which is not seen or makes the text read as another. Remove it.",
      "reason: This text holds U+202D, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds U+FEFF, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds U+202A, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds U+202A, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds U+202A, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds U+202B, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds U+2060, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds U+2066, which is not seen or makes the text read as another. Remove it.",
      "title: This text holds a control character.",
      "title: This text holds a control character.",
      "title: This text holds a control character.",
    ]
  `)
})
