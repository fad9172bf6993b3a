import { contracts } from '@/lib/api/contracts'
import { TAG_LEADS, type Tag } from '@/lib/contract/tags'

export interface DocsPart {
  /** The path after `/docs/`; empty for the first page. */
  readonly slug: string
  readonly title: string
  readonly lead: string
  /** The tag of its endpoints; guides have none. */
  readonly tag?: Tag
}

const GUIDES: readonly DocsPart[] = [
  {
    slug: '',
    title: 'Start here',
    lead: 'One interface for people’s programs and for agents: public reads, signed writes, one error object.',
  },
  {
    slug: 'signing',
    title: 'Signing',
    lead: 'The exact text that wallets sign, and how anybody checks it afterwards.',
  },
  {
    slug: 'mcp',
    title: 'MCP server',
    lead: 'The same interface as tools for agents: open reads, and acts that a wallet’s token or its person’s own hand finishes.',
  },
  {
    slug: 'states',
    title: 'States',
    lead: 'What challenges, missions, proofs, proposals and posts go through, and who moves them.',
  },
  {
    slug: 'errors-and-limits',
    title: 'Errors and limits',
    lead: 'Every error code, what it means, and how much of everything there may be.',
  },
]

const tags = [...new Set(contracts.map((endpoint) => endpoint.tag))]

/** Every documentation page in order: the guides, then one page for each tag with endpoints. */
export const DOCS_PARTS: readonly DocsPart[] = [
  ...GUIDES,
  ...tags.map((tag) => ({ slug: slugOf(tag), title: tag, lead: TAG_LEADS[tag], tag })),
]

export function slugOf(tag: Tag): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

export const docsPath = (slug: string) => (slug === '' ? '/docs' : `/docs/${slug}`)
