import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '@/lib/api/contracts'
import { MoveDeadlines } from '@/lib/challenges/schemas'
import { QueuePost } from '@/lib/community/schemas'
import type { Endpoint } from '@/lib/contract/endpoint'
import { parseFields } from '@/lib/contract/parse-fields'
import { Refusal } from '@/lib/errors'
import { SubmitProof } from '@/lib/missions/schemas'
import { VerifyMuseLink } from '@/lib/muses/schemas'
import { MarkRead } from '@/lib/notifications/schemas'
import { AddEvidence, RecordFunding } from '@/lib/projects/schemas'

/** The field and the words of the refusal; null if there is none. */
function refusalOf(schema: z.ZodType, value: unknown): { field: string | null; message: string } | null {
  try {
    parseFields(schema, value)
    return null
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    return { field: fault.field, message: fault.message }
  }
}

const TX = `0x${'ab'.repeat(32)}`
const proof = { kind: 'Transaction', url: 'https://example.org/', note: 'Paid.' }

describe('a rule about several fields says in its own words what is needed', () => {
  test.each<[string, z.ZodType, object, string]>([
    ['which deadline moves', MoveDeadlines, { reason: 'More time.' }, 'submissionDeadline'],
    ['which notifications are read', MarkRead, {}, 'ids'],
    ['how a Muse proves itself', VerifyMuseLink, { nonce: 'abc' }, 'signature'],
    ['what an announcement is about', QueuePost, { kind: 'announce' }, 'challengeId'],
    ['what a receipt is of', QueuePost, { kind: 'receipt' }, 'missionId'],
    ['what an update tells', QueuePost, { kind: 'mission-update', missionId: 'x' }, 'summary'],
    ['the transaction of a proof', SubmitProof, { ...proof, chainId: '1' }, 'txHash'],
    ['its chain', SubmitProof, { ...proof, txHash: TX }, 'chainId'],
    ['the chain of a funding', RecordFunding, { transactionUrl: proof.url, txHash: TX }, 'chainId'],
    ['the URL of evidence', AddEvidence, { kind: 'Link' }, 'url'],
  ])('%s', (_what, schema, body, field) => {
    expect(refusalOf(schema, body)).toEqual({ field, message: expect.not.stringMatching(/^This field is/) })
  })
})

test('an absent field is told as required, whatever its type', () => {
  const schema = z.object({ list: z.array(z.object({ word: z.enum(['a']) })), text: z.string() })
  expect(refusalOf(schema, { text: '' })).toEqual({ field: 'list', message: 'This field is required.' })
  expect(refusalOf(schema, { list: [{}] })).toEqual({ field: 'list.0.word', message: 'This field is required.' })
})

/** Texts that some field refuses. Whatever else it is, a value of a query is a text. */
const WRONG = ['', 'x', '!! !', '-1', 'ÿ', '\u0000', 'a'.repeat(5000)]

const partsOf = ({ body, query, steps }: Endpoint) => [body, query, steps?.prepare, steps?.sign]

test('no field refuses a text without saying what it must be', () => {
  const silent = contracts.flatMap((endpoint) =>
    partsOf(endpoint).flatMap((part) =>
      Object.entries(part?.shape ?? {}).flatMap(([name, field]) => {
        const alone = z.object({ [name]: field })
        const words = WRONG.map((text) => refusalOf(alone, { [name]: text })?.message)
        return words.includes('This field is not valid.') ? [`${endpoint.operationId}: ${name}`] : []
      }),
    ),
  )
  expect(silent).toEqual([])
})
