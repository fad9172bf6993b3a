import { z } from 'zod'
import { PostUrl, Timestamp } from '@/lib/contract/fields'

export const ImportQuery = z.object({
  url: PostUrl.meta({ description: 'The URL of a public post on the community platform.' }),
})

/** The public preview of a platform post. Nothing in it is verified. */
export const PostPreview = z
  .object({
    postId: z.string().meta({ example: '42' }),
    url: z.string().meta({ example: 'https://community.example/board/lobby/42' }),
    channel: z.string().nullable(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    siteName: z.string().nullable(),
    authorName: z.string().nullable().meta({ description: 'As the platform shows it: neither unique nor verified.' }),
    imageUrl: z.string().nullable().meta({ description: 'Told, and never fetched by the service.' }),
    publishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'PostPreview' })

export type PostPreview = z.infer<typeof PostPreview>

/** The outcome of a call to the platform. */
export const CALL_OUTCOMES = [
  'ok',
  'refused',
  'not-found',
  'unreachable',
  'timeout',
  'too-large',
  'redirected',
  'unreadable',
  'busy',
] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

export const PLATFORM_MODES = ['off', 'read-only', 'publishing'] as const
export type PlatformMode = (typeof PLATFORM_MODES)[number]

export const PlatformStatusView = z
  .object({
    mode: z.enum(PLATFORM_MODES),
    origin: z.string().nullable().meta({
      description: 'Of the platform: posts that a record names stand there. Null where none is connected.',
      example: 'https://community.example',
    }),
    publishing: z.boolean().meta({ description: 'Whether an approved post is sent.' }),
    keyFingerprint: z
      .string()
      .regex(/^SHA256:[0-9a-f]{64}$/)
      .nullable()
      .meta({
        description: "SHA-256 of the service's public key on the platform; null without one.",
        example: `SHA256:${'ab'.repeat(32)}`,
      }),
    lastSync: Timestamp.nullable().meta({ description: 'When a thread was last imported.' }),
    recent: z
      .array(
        z.object({
          at: Timestamp,
          call: z.string().meta({ example: 'thread' }),
          outcome: z.enum(CALL_OUTCOMES),
          status: z.int().nullable().meta({ description: 'The HTTP status, where one came.' }),
          latencyMs: z.int().nonnegative(),
        }),
      )
      .meta({ description: 'The last calls, newest first.' }),
  })
  .meta({ id: 'PlatformStatus' })

export type PlatformStatusView = z.infer<typeof PlatformStatusView>
