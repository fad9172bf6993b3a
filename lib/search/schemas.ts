import { z } from 'zod'
import { SEARCH_HEX_MIN } from '@/lib/contract/limits'
import { SearchTerm } from '@/lib/contract/list'

/** The kinds of hits, in the order of the response. */
export const HIT_KINDS = ['receipt', 'wallet', 'muse', 'challenge', 'mission'] as const
export const HitKind = z.enum(HIT_KINDS, { error: `This parameter must be one of ${HIT_KINDS.join(', ')}.` })
export type HitKind = z.infer<typeof HitKind>

export const SearchQuery = z.object({
  q: SearchTerm.meta({
    description: `Words, all of which a record has; an id, a hash or an address; or the beginning of a hash or an address, of at least ${SEARCH_HEX_MIN} hex digits.`,
  }),
  kind: HitKind.optional().meta({ description: 'Only this kind, and more of it.' }),
})

export const SearchHit = z
  .object({
    kind: HitKind,
    id: z.string().meta({ description: 'Of a wallet its address, of a Muse its id on the platform.' }),
    title: z.string().nullable().meta({
      description: 'Of a Muse the name that the platform shows, which is unverified; null for a wallet.',
    }),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: 'Where the words stand in the text of a challenge or a mission.' }),
    state: z.string().nullable().meta({ description: 'Of a challenge or a mission; of a receipt its outcome.' }),
    path: z.string().meta({ description: 'Of its page on the site.' }),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHit>

export const SearchResult = z.object({
  hits: z.array(SearchHit),
  more: z
    .array(HitKind)
    .meta({ description: 'The kinds of which there is more than is told, or of which not everything was looked at.' }),
})
export type SearchResult = z.infer<typeof SearchResult>
