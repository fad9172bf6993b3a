import type { Act } from '@/tests/model/resolve'
import type { Person } from '@/tests/model/state'

// Who tries what on a record: drawn from a seed, and from what the client saw last.

/** Numbers from 0 to 1. */
export type Random = () => number

/** A proof as a client knows it. */
export interface KnownProof {
  readonly id: string
  readonly url: string
  readonly status: string
}

/** A mission as a client saw it last. */
export interface SeenMission {
  readonly contributorWallet: string | null
  readonly proofs: readonly KnownProof[]
}

/** What is to be done: nothing but reading, or an act, on a proof where it names one. */
export type Wish = { readonly act: Act | null; readonly proof?: KnownProof }

export const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('Nothing to choose from.')
  return found
}

/** One of these by its weight. */
function weighted<T>(random: Random, from: readonly (readonly [weight: number, what: T])[]): T {
  let left = random() * from.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, what] of from) {
    left -= weight
    if (left < 0) return what
  }
  throw new Error('Nothing to choose from.')
}

const READ: Wish = { act: null }
const base = (by: Person) => ({ by, on: 0 })
const act = (one: Act): Wish => ({ act: one })

/** What somebody wishes to do to a mission; mostly what they may. @param address their wallet's. */
export function wishOnMission(
  random: Random,
  by: Person,
  address: string,
  { contributorWallet, proofs }: SeenMission,
): Wish {
  const proof = proofs.length > 0 ? pick(random, proofs) : null
  const milestone = Math.floor(random() * 3)
  const earlier = random() < 0.5
  if (by === 'ada')
    return weighted(random, [
      [5, READ],
      [2, act({ do: 'release', earlier, ...base(by) })],
      [3, act({ do: 'remark', milestone, status: pick(random, ['Pending', 'Delivered', 'Cancelled']), ...base(by) })],
      [2, act({ do: 'end', outcome: 'completed', earlier, ...base(by) })],
      [0.3, act({ do: 'end', outcome: pick(random, ['failed', 'abandoned']), earlier, ...base(by) })],
      [1, act({ do: 'claim', ...base(by) })],
    ])
  if (by === 'ben' || by === 'cleo') {
    const isContributor = contributorWallet === address
    return weighted(random, [
      [3, READ],
      [isContributor ? 1 : 6, act({ do: 'claim', ...base(by) })],
      [isContributor ? 10 : 1, act({ do: 'prove', milestone, ...base(by) })],
      [isContributor ? 1 : 0.5, act({ do: 'release', earlier, ...base(by) })],
      [0.5, act({ do: 'end', outcome: 'expired', earlier, ...base(by) })],
    ])
  }
  return by === 'mod' ? moderate(random, 'mission', proof) : judge(random, by, proofs)
}

/** Of a mission's proofs, mostly the one that waits. */
function judge(random: Random, by: Person, proofs: readonly KnownProof[]): Wish {
  const proof = proofs.find(({ status }) => status === 'submitted') ?? proofs[0]
  if (!proof) return READ
  const verdict = weighted(random, [
    [6, 'approve' as const],
    [3, 'request-changes' as const],
    [2, 'reject' as const],
  ])
  return weighted<Wish>(random, [
    [3, READ],
    [proof.status === 'submitted' ? 9 : 0.5, { act: { do: 'review', proof: 0, verdict, ...base(by) }, proof }],
  ])
}

/** Nobody keeps hidden for long what the others are at. */
function moderate(random: Random, what: 'challenge' | 'mission', proof: KnownProof | null): Wish {
  const one = (todo: 'hide' | 'restore', of: 'challenge' | 'mission' | 'proof'): Act => ({
    do: todo,
    what: of,
    part: 0,
    ...base('mod'),
  })
  const ofProof: readonly (readonly [number, Wish])[] = proof
    ? [
        [1, { act: one('hide', 'proof'), proof }],
        [2, { act: one('restore', 'proof'), proof }],
      ]
    : []
  return weighted<Wish>(random, [[9, READ], [0.5, act(one('hide', what))], [4, act(one('restore', what))], ...ofProof])
}

/** What somebody wishes to do to a challenge. */
export function wishOnChallenge(random: Random, by: Person): Wish {
  const side = pick(random, ['A', 'B'] as const)
  if (by === 'ada')
    return weighted(random, [
      [3, READ],
      [8, act({ do: 'decide', side, ...base(by) })],
      [2, act({ do: 'withdraw', earlier: random() < 0.5, ...base(by) })],
      [0.2, act({ do: 'cancel', ...base(by) })],
      [4, act({ do: 'convert', days: 9, milestones: [true], designated: null, ...base(by) })],
    ])
  if (by === 'ben' || by === 'cleo')
    return weighted(random, [
      [3, READ],
      [6, act({ do: 'link', side, earlier: random() < 0.5, ...base(by) })],
      [1, act({ do: 'decide', side, ...base(by) })],
    ])
  if (by === 'mod') return moderate(random, 'challenge', null)
  const verdict = random() < 0.6 ? 'approve' : 'reject'
  return weighted(random, [
    [2, READ],
    [5, act({ do: 'judge', verdict, ...base(by) })],
  ])
}
