import { z } from 'zod'
import { PostUrl, Timestamp } from '@/lib/contract/fields'

export const ImportQuery = z.object({
  url: PostUrl.meta({ description: 'The URL of a public post on the community platform.' }),
})

/** What the platform publicly shows of a post. Nothing of it is verified. */
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
