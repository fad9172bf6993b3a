import { contracts } from '@/lib/api/contracts'
import type { Tag } from '@/lib/contract/endpoint'

export interface DocsPart {
  /** The rest of the address after `/docs/`; empty for the first page. */
  readonly slug: string
  readonly title: string
  readonly lead: string
  /** The endpoints that it lists; guides have none. */
  readonly tag: Tag | null
}

const GUIDES: readonly DocsPart[] = [
  {
    slug: '',
    title: 'Start here',
    lead: 'One interface for people’s programs and for agents: public reads, signed writes, one error object.',
    tag: null,
  },
  {
    slug: 'signing',
    title: 'Signing',
    lead: 'The exact text that wallets sign, and how anybody checks it afterwards.',
    tag: null,
  },
  {
    slug: 'states',
    title: 'States',
    lead: 'What challenges, missions, proofs, proposals and posts go through, and who moves them.',
    tag: null,
  },
  {
    slug: 'refusals-and-limits',
    title: 'Refusals and limits',
    lead: 'Every error code, what it means, and how much of everything there may be.',
    tag: null,
  },
]

const TAG_LEADS: Readonly<Record<Tag, string>> = {
  'Sign-in': 'A wallet proves itself by signing a text. No transaction, no gas, no approval of tokens.',
  Challenges: 'Two competing responses, a community’s decision, a verifier’s signature.',
  Missions: 'Terms, milestones and an outcome with a permanent receipt.',
  'Proof and reviews': 'Proof for milestones, and the signed reviews of verifiers.',
  'Receipts and Seeds': 'What stays: receipts that anybody can check, and the ledger of reputation.',
  Wallets: 'What a wallet owns, contributes, recorded, reviewed and earned.',
  Events: 'Everything that happens, in one order: a list to go on with, and a stream.',
  Service: 'Whether the service is well, and its description for machines.',
  'Community platform': 'The connector to the platform where communities discuss.',
  'Onchain facts': 'Automatic checks of transactions, and attestations as they would be. Nothing is sent.',
  'Evidence files': 'Files that stand beside a proof.',
  Notifications: 'What a wallet is told inside the service. No mail is ever sent.',
  'Earlier interface': 'The unversioned paths under /api: the same records under their earlier names.',
}

const tags = [...new Set(contracts.map((endpoint) => endpoint.tag))]

/** Every page of the documentation, in order: guides first, then one page for each tag that has endpoints. */
export const DOCS_PARTS: readonly DocsPart[] = [
  ...GUIDES,
  ...tags.map((tag) => ({ slug: slugOf(tag), title: tag, lead: TAG_LEADS[tag], tag })),
]

export function slugOf(tag: Tag): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

export const docsPath = (slug: string) => (slug === '' ? '/docs' : `/docs/${slug}`)
