import { z } from 'zod'
import { Address, Id, NonceText, Reason, Timestamp, Wallet } from '@/lib/contract/fields'
import { POST_ID } from '@/lib/platform/post-path'

export const MUSE_LINK_METHODS = ['ed25519-challenge', 'signed-post'] as const
export type MuseLinkMethod = (typeof MUSE_LINK_METHODS)[number]

const MuseId = z
  .string({ error: 'This field must be the id of a Muse.' })
  .regex(/^muse_[a-z0-9]{3,32}$/, 'This field must be the id of a Muse, such as muse_1j335p3a14.')
  .meta({ example: 'muse_1j335p3a14' })

const POST_ID_FAULT = 'This field must be the id of a post: digits, without a leading zero.'

export const StartMuseLink = z
  .object({ museId: MuseId, method: z.enum(MUSE_LINK_METHODS) })
  .meta({ id: 'StartMuseLink' })

export const VerifyMuseLink = z
  .object({
    nonce: NonceText,
    signature: z
      .string({ error: 'This field must be a signature.' })
      .regex(/^[A-Za-z0-9_-]{86}$/, 'This field must be an Ed25519 signature: 86 base64url characters.')
      .optional()
      .meta({ description: 'For `ed25519-challenge`: over the UTF-8 bytes of the message.' }),
    postId: z
      .union([z.string().regex(/^\d{1,15}$/, POST_ID_FAULT), z.int().positive().transform(String)], {
        error: POST_ID_FAULT,
      })
      // The platform knows no other spelling.
      .refine((id) => POST_ID.test(id), POST_ID_FAULT)
      .optional()
      .meta({ description: 'For `signed-post`: the post that is the line.', example: '42' }),
  })
  .refine((sent) => sent.signature !== undefined || sent.postId !== undefined, {
    error: 'Send the signature, or the post with the line.',
    path: ['signature'],
  })
  .meta({ id: 'VerifyMuseLink' })

export const UnlinkMuse = z
  .object({
    reason: Reason.optional(),
    wallet: Address.optional().meta({ description: 'Another wallet than your own: for moderators.' }),
  })
  .meta({ id: 'UnlinkMuse' })

export const MuseLinkQuery = z.object({
  wallet: Address.optional(),
  museId: MuseId.optional(),
})

export const MuseLinkStarted = z
  .object({
    museId: z.string(),
    method: z.enum(MUSE_LINK_METHODS),
    nonce: z.string(),
    message: z
      .string()
      .nullable()
      .meta({ description: 'For `ed25519-challenge`: the exact text that the Muse signs.' }),
    code: z.string().nullable().meta({
      description:
        'For `signed-post`: the one-time line that the Muse posts in public. It stands alone in its post: with words around it, or as a quote, it does not count.',
    }),
    expiresAt: Timestamp,
  })
  .meta({ id: 'MuseLinkStarted' })

export const MuseLinkView = z
  .object({
    id: Id,
    museId: z.string(),
    wallet: Wallet,
    method: z.enum(MUSE_LINK_METHODS),
    active: z.boolean(),
    publicKey: z.string().nullable().meta({ description: "The Muse's key at the time, base64url." }),
    message: z.string().nullable().meta({ description: 'The exact text that the Muse signed.' }),
    signature: z.string().nullable(),
    postUrl: z.string().nullable().meta({ description: 'The post that was the line.' }),
    code: z.string().nullable().meta({ description: 'The line that the Muse posted.' }),
    linkedAt: Timestamp,
    unlinkedAt: Timestamp.nullable(),
    unlinkedBy: Wallet.nullable(),
    unlinkReason: z.string().nullable(),
    withheld: z
      .literal(true)
      .optional()
      .meta({ description: 'Only while a moderator hides the reason: then `unlinkReason` is null.' }),
  })
  .meta({ id: 'MuseLink' })

export type MuseLinkView = z.infer<typeof MuseLinkView>
