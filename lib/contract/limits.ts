/**
 * Rate limits of the interface (docs/interface.md#limits): fixed windows, counted per wallet and per network address. The network's limit is
 * twice the wallet's. A request counts in one group: the narrowest that fits (docs/decisions.md#the-write-pipeline).
 */
interface RateLimitGroup {
  readonly walletMax: number
  readonly networkMax: number
  readonly windowSeconds: number
}

const TEN_MINUTES = 600
const HOUR = 3600

function perWallet(walletMax: number, windowSeconds: number): RateLimitGroup {
  return { walletMax, networkMax: walletMax * 2, windowSeconds }
}

export const RATE_LIMITS = {
  'sign-in': perWallet(12, TEN_MINUTES),
  write: perWallet(40, TEN_MINUTES),
  'project-creation': perWallet(6, HOUR),
  verifier: perWallet(80, TEN_MINUTES),
  onchain: perWallet(12, TEN_MINUTES),
  platform: perWallet(30, TEN_MINUTES),
  'muse-link': perWallet(10, HOUR),
  // Pictures of records that have to be drawn; counted by network alone.
  picture: perWallet(30, TEN_MINUTES),
  // By network alone too.
  search: perWallet(60, TEN_MINUTES),
  // What programs without a token ask of wallets; by network alone too.
  'agent-request': perWallet(20, TEN_MINUTES),
} as const satisfies Record<string, RateLimitGroup>

export type LimitGroup = keyof typeof RATE_LIMITS

export const REQUEST_BODY_BYTES_MAX = 24 * 1024
/** A message to the MCP server: a body of the API within its JSON-RPC envelope. */
export const MCP_BODY_BYTES_MAX = 32 * 1024
export const NONCE_TTL_MS = 10 * 60 * 1000
/** Signatures that are looked at for one sign-in message; the good one counts too. */
export const SIGN_IN_TRIES_MAX = 10
/** How long a wallet can finish what a program without a token asked for. */
export const AGENT_REQUEST_TTL_MS = 10 * 60 * 1000
/** How long a wallet sees what such programs asked it for. */
export const AGENT_REQUEST_SHOWN_MS = 30 * 24 * 3600 * 1000
export const SESSION_TTL_MS = 7 * 24 * 3600 * 1000
export const IDEMPOTENCY_TTL_MS = 48 * 3600 * 1000
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,100}$/
export const UNFINISHED_CHALLENGES_MAX = 5
export const LIST_LIMIT_DEFAULT = 20
export const LIST_LIMIT_MAX = 100
export const MILESTONES_MAX = 20
/** After so many days without a proof the owner may release a claim. */
export const CLAIM_IDLE_DAYS = 14

/** Replies of a discussion that become proposals, of one challenge and of one Muse there (docs/interface.md#limits). */
export const PROPOSALS_MAX = 50
export const PROPOSALS_PER_MUSE_MAX = 3
/** Seeds that let a wallet without a Muse queue a post (docs/interface.md#limits). */
export const OUTBOX_SEEDS_MIN = 10
/** The links that the history of a wallet or a Muse shows at most, newest first. */
export const MUSE_LINKS_SHOWN_MAX = 100

/** How often deadlines that have passed are persisted; every read persists them too (docs/interface.md#limits). */
export const DEADLINE_JOB_MS = 5 * 60 * 1000

/** How long before its end the day of a mission or decision is told. */
export const DAY_COMES_MS = 72 * 3600 * 1000

/** How often the discussion of one challenge may be linked anew: each time stays in its history. */
export const DISCUSSION_RELINKS_MAX = 20

/** How long the service looks for a post whose answer was lost; then a moderator settles what became of it. */
export const UNCERTAIN_POST_CHECK_MS = 24 * 3600 * 1000

/** An evidence file: 5 MB. */
export const EVIDENCE_BYTES_MAX = 5 * 1024 * 1024
/** What an upload may hold beside its file: boundaries, part headers and short fields. */
export const UPLOAD_OVERHEAD_BYTES_MAX = 16 * 1024
export const EVIDENCE_LINK_TTL_MS = 10 * 60 * 1000
/** Files per mission: its record, its page and its receipt name each of them. */
export const EVIDENCE_FILES_MAX = 50

// What a record names whole has a cap each, so that nobody can make a record, its history or its receipt endless.

/** Proofs of one mission, whatever became of them. */
export const PROOFS_MAX = 200
/** Decisions recorded on one challenge, rejected ones included. */
export const DECISIONS_MAX = 50
/** Signed decisions of one verifier on one project. */
export const SIGNED_DECISIONS_PER_VERIFIER_MAX = 10
/** How often parts of one challenge or mission, or itself, may be restored. Hiding is always possible. */
export const RESTORES_MAX = 100
export const PAYMENTS_MAX = 50
/** How often the deadlines of one challenge or mission may be moved. */
export const DEADLINE_MOVES_MAX = 20
/** How often the claim of one mission may be released. */
export const RELEASES_MAX = 20

/** Commitments, decisions, funding records or evidence of one project, each: its record names all of them. */
export const PROJECT_PARTS_MAX = 50
/** Of these, by one wallet: nobody fills a project alone. */
export const PROJECT_PARTS_PER_WALLET_MAX = 10
/** How often the milestones of one project may be set to another status. */
export const MILESTONE_REMARKS_MAX = 200

/** Streams of events that a process holds open, and of these those of one network. */
export const EVENT_STREAMS_MAX = 200
export const EVENT_STREAMS_PER_NETWORK_MAX = 5
export const EVENT_HEARTBEAT_MS = 15_000

/** Search results of each kind, and of one kind that is asked for alone. */
export const SEARCH_HITS = 5
export const SEARCH_HITS_OF_KIND = 50
/** Digits of an address or a hash that a search needs. */
export const SEARCH_HEX_MIN = 6
/** Words that many records share are looked for in so many of the newest records of a kind. */
export const SEARCH_WALK_MAX = 5_000
