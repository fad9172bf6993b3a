import { read } from '@/lib/contract/endpoint'
import { SEARCH_HITS, SEARCH_HITS_OF_KIND, SEARCH_WALK_MAX } from '@/lib/contract/limits'
import { SearchQuery, SearchResult } from '@/lib/search/schemas'

export const search = read({
  operationId: 'search',
  path: '/api/v1/search',
  tag: 'Service',
  access: 'public',
  limit: 'search',
  summary: 'Search challenges, missions, receipts, wallets and Muses.',
  description: `By words of titles and texts (a word of three letters or more by its beginning), by the ids of challenges, missions, receipts and Muses, addresses of wallets, content hashes of receipts, and the names of Muses. Of each kind ${SEARCH_HITS}, or ${SEARCH_HITS_OF_KIND} of one \`kind\`; of challenges and missions the newest, those whose title has every word first. Words that many records share are looked for in the newest ${SEARCH_WALK_MAX} of each kind.`,
  query: SearchQuery,
  returns: SearchResult,
})
