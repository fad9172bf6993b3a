import { z } from 'zod'
import { DOCS_PARTS, docsPath } from '@/components/docs/parts'
import { sitePatterns } from '../site-patterns'

/** A page to take. */
export interface Subject {
  readonly name: string
  readonly path: string
  /** The demo wallet that is signed in, if any. */
  readonly role?: string
}

const Stated = z.object({ id: z.string(), state: z.string(), owner: z.string() })
const Challenges = z.object({ challenges: z.array(Stated) })
const Missions = z.object({
  missions: z.array(Stated.extend({ contributorWallet: z.string().nullable(), receiptId: z.string().nullable() })),
})

async function read<Schema extends z.ZodType>(base: string, path: string, schema: Schema): Promise<z.output<Schema>> {
  return schema.parse(await (await fetch(`${base}/api/v1${path}`)).json())
}

/** The newest record of every state. */
function onePerState(kind: string, records: readonly z.output<typeof Stated>[]): Subject[] {
  const newest = new Map(records.toReversed().map(({ state, id }) => [state, id]))
  return [...newest].map(([state, id]) => ({
    name: `${kind}-${state.toLowerCase().replaceAll('_', '-')}`,
    path: `/${kind}s/${id}`,
  }))
}

/** Pages that look different for a signed-in role. */
const SIGNED_IN: readonly Subject[] = [
  { name: 'me-owner', path: '/me', role: 'owner' },
  { name: 'me-contributor', path: '/me', role: 'contributor' },
  { name: 'review-verifier', path: '/review', role: 'verifier' },
  { name: 'notifications-owner', path: '/notifications', role: 'owner' },
  { name: 'moderation-admin', path: '/moderation', role: 'admin' },
  { name: 'sessions-owner', path: '/sessions', role: 'owner' },
  { name: 'new-challenge-owner', path: '/challenges/new', role: 'owner' },
  { name: 'new-mission-owner', path: '/missions/new', role: 'owner' },
]

/** All pages to take: those of the page files, and one record for each state. */
export async function listSubjects(base: string): Promise<Subject[]> {
  const { challenges } = await read(base, '/challenges?limit=100', Challenges)
  const { missions } = await read(base, '/missions?limit=100', Missions)
  const receipts = missions.flatMap(({ receiptId }) => receiptId ?? [])
  const earner = missions.find(({ state }) => state === 'COMPLETED')
  const wallet = earner?.contributorWallet ?? missions[0]?.owner ?? challenges[0]?.owner
  const patterns = sitePatterns()
  const plain = patterns.filter((pattern) => pattern !== '/' && !pattern.includes('['))
  return [
    { name: 'home', path: '/' },
    ...plain.map((path) => ({ name: path.slice(1).replaceAll('/', '-'), path })),
    ...onePerState('challenge', challenges),
    ...onePerState('mission', missions),
    ...receipts.slice(0, 1).map((id) => ({ name: 'receipt', path: `/receipts/${id}` })),
    ...(wallet ? [{ name: 'wallet', path: `/wallets/${wallet}` }] : []),
    ...(wallet ? [{ name: 'wallet-ledger', path: `/wallets/${wallet}/ledger` }] : []),
    ...DOCS_PARTS.map(({ slug }) => ({ name: `docs${slug && `-${slug}`}`, path: docsPath(slug) })),
    { name: 'not-found', path: '/no-such-page' },
    ...SIGNED_IN.filter(({ path }) => patterns.includes(path)),
  ]
}
