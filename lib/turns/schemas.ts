import { z } from 'zod'
import { Id, Timestamp } from '@/lib/contract/fields'
import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { RECORD_TYPES } from '@/lib/moderation/schemas'
import { ReceiptSummary } from '@/lib/receipts/schemas'
import { TURN_KINDS, WAITED_FOR } from '@/lib/turns/turn'

const ITEM = {
  recordType: z.enum(RECORD_TYPES),
  recordId: Id,
  title: z.string().meta({ description: 'Of the challenge or mission.' }),
  action: z.string().meta({ example: 'Record the decision' }),
  href: z.string().meta({ description: 'A path of this site, where it is done or read.' }),
  dueAt: Timestamp.nullable().meta({ description: 'The end of the day by which it is due.' }),
  since: Timestamp.meta({ description: 'When the record last changed, or what waits was submitted.' }),
}

export const TurnView = z.object({ kind: z.enum(TURN_KINDS), ...ITEM }).meta({ id: 'Turn' })
export type TurnView = z.infer<typeof TurnView>

export const WaitingView = z
  .object({
    ...ITEM,
    on: z.enum(WAITED_FOR).meta({ description: '`time` where only the end of a day moves it on.' }),
  })
  .meta({ id: 'Waiting' })
export type WaitingView = z.infer<typeof WaitingView>

export const PreparedView = z
  .object({
    operationId: z
      .enum(['verifyDecision', 'reviewProof', 'recordVerification'])
      .meta({ description: 'The operation that takes `nonce` and the signature.' }),
    id: Id.meta({ description: 'In the path of that operation.' }),
    recordType: z.enum(['challenge', 'mission']),
    recordId: Id,
    title: ITEM.title,
    href: z.string().meta({ description: 'A path of this site, where what is judged is read.' }),
    nonce: z.string(),
    message: z.string().meta({ description: 'The exact text to sign with `personal_sign`.' }),
    expiresAt: Timestamp,
    expiresIn: z.int().meta({ description: 'Seconds from this answer on, for a client whose clock may be wrong.' }),
    recordedAt: Timestamp.nullable().meta({
      description: 'When its signature was recorded; null while it waits for one.',
    }),
  })
  .meta({ id: 'PreparedSignature' })
export type PreparedView = z.infer<typeof PreparedView>

/** The most entries of each list. */
export const TURNS_MAX = LIST_LIMIT_MAX

export const MeView = z
  .object({
    turns: z.array(TurnView).max(TURNS_MAX).meta({
      description:
        'What waits for the caller: first in their own records, by the day that it is due, then what has no such day, the oldest first; then what they may judge, and open reports; last what others have reserved for them.',
    }),
    drafts: z.array(TurnView).meta({ description: 'Challenges of the caller that are `DRAFT`, with what opens them.' }),
    waiting: z.array(WaitingView).max(TURNS_MAX).meta({ description: 'What waits for somebody else.' }),
    signatures: z.array(PreparedView).meta({
      description:
        'The texts that the caller asked for and that have not run out, the newest of each thing judged. They can be signed by the same wallet anywhere.',
    }),
    receipts: z.array(ReceiptSummary).meta({ description: 'The newest that name the caller.' }),
    queue: z
      .object({ review: z.int().nonnegative(), reports: z.int().nonnegative() })
      .meta({ description: 'How many turns are reviews as a verifier, and open reports as a moderator.' }),
    unread: z.int().nonnegative().meta({ description: 'How many notifications are unread.' }),
    roles: z.object({ isVerifier: z.boolean(), isAdmin: z.boolean() }),
    more: z.boolean().meta({ description: `Whether a list holds more than the ${TURNS_MAX} that are looked at.` }),
  })
  .meta({ id: 'Me' })
export type MeView = z.infer<typeof MeView>
