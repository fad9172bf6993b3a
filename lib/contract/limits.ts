import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/durations'

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
  // Signatures for the messages of sign-in, and sign-outs that are repeated; counted by network only. Ten for each message, so
  // that a few refused ones do not keep others of the same network from signing in.
  'sign-in-signature': perWallet(120, TEN_MINUTES),
  write: perWallet(40, TEN_MINUTES),
  'project-creation': perWallet(6, HOUR),
  verifier: perWallet(80, TEN_MINUTES),
  onchain: perWallet(12, TEN_MINUTES),
  platform: perWallet(30, TEN_MINUTES),
  'muse-link': perWallet(10, HOUR),
  // Pictures of records that must be rendered; counted by network only.
  picture: perWallet(30, TEN_MINUTES),
  // Counted by network only.
  search: perWallet(60, TEN_MINUTES),
  // Requests to wallets by programs without a token; counted by network only.
  'agent-request': perWallet(20, TEN_MINUTES),
} as const satisfies Record<string, RateLimitGroup>

export type LimitGroup = keyof typeof RATE_LIMITS

/**
 * How many times the limit of one network the /48 of an IPv6 address may take, where a request needs no session (but for sign-in) and of what stays
 * open. A home or an office has up to a /48, and so may many customers of a mobile network together.
 */
export const WIDE_NETWORK_TIMES = 8

/** The head of a request, and so the longest target; also of what a tool's call asks of the API. */
export const REQUEST_HEADER_BYTES_MAX = 16 * 1024
export const REQUEST_BODY_BYTES_MAX = 24 * 1024
/** A message to the MCP server: an API body in its JSON-RPC envelope. */
export const MCP_BODY_BYTES_MAX = 32 * 1024
export const NONCE_TTL_MS = 10 * MINUTE_MS
/** Signatures that are checked for one sign-in message, the valid one included. */
export const SIGN_IN_TRIES_MAX = 100
/** How long a wallet can finish the request of a program without a token. */
export const AGENT_REQUEST_TTL_MS = 10 * MINUTE_MS
/** How long such requests stay visible to the wallet. */
export const AGENT_REQUEST_SHOWN_MS = 30 * DAY_MS
/** Calls of such programs that wait for a wallet, per process and per network. */
export const AGENT_WAITS_MAX = 100
export const AGENT_WAITS_PER_NETWORK_MAX = 5
export const SESSION_TTL_MS = 7 * DAY_MS
export const IDEMPOTENCY_TTL_MS = 48 * HOUR_MS
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,100}$/
export const UNFINISHED_CHALLENGES_MAX = 5
export const LIST_LIMIT_DEFAULT = 20
export const LIST_LIMIT_MAX = 100
export const MILESTONES_MAX = 20
/** The days without a proof after which the owner may release a claim. */
export const CLAIM_IDLE_DAYS = 14

/** The most replies of a discussion that become proposals, per challenge and per Muse (docs/interface.md#limits). */
export const PROPOSALS_MAX = 50
export const PROPOSALS_PER_MUSE_MAX = 3
/** The Seeds that a wallet without a Muse needs to queue a post (docs/interface.md#limits). */
export const OUTBOX_SEEDS_MIN = 10
/** Posts of one kind about one record that are neither sent nor cancelled. */
export const OUTBOX_UNSETTLED_MAX = 5
/** The most links that the history of a wallet or a Muse shows, newest first. */
export const MUSE_LINKS_SHOWN_MAX = 100

/** The interval of the job that persists passed deadlines; every read persists them too (docs/interface.md#limits). */
export const DEADLINE_JOB_MS = 5 * MINUTE_MS

/** How long before a deadline its notification is sent. */
export const DAY_COMES_MS = 72 * HOUR_MS

/** How often the discussion of one challenge may be relinked; each time adds to its history. */
export const DISCUSSION_RELINKS_MAX = 20

/** How long the service searches for a post whose response was lost; after that a moderator settles it. */
export const UNCERTAIN_POST_CHECK_MS = 24 * HOUR_MS

/** An evidence file: 5 MB. */
export const EVIDENCE_BYTES_MAX = 5 * 1024 * 1024
/** The bytes of an upload beyond its file: boundaries, part headers and short fields. */
export const UPLOAD_OVERHEAD_BYTES_MAX = 16 * 1024
/** The parts of an upload: its file, its field, and room for those that a form adds and nobody reads. */
export const UPLOAD_PARTS_MAX = 16
/** Uploads of one network that arrive at a process at once: each holds the room of its file while it does. */
export const UPLOADS_PER_NETWORK_MAX = 20
export const EVIDENCE_LINK_TTL_MS = 10 * MINUTE_MS
/**
 * Files of one wallet per mission, so that a former contributor cannot use up its room. Its record, page and receipt list all
 * of them: they stay bounded because contributors give a mission back at most `RELEASES_MAX` times, and its owner ends other
 * claims only when they are overdue.
 */
export const EVIDENCE_FILES_MAX = 50

// Every list that a record contains whole has a cap, so that a record, its history and its receipt stay bounded.

/** Proofs of one mission, in any status. */
export const PROOFS_MAX = 200
/** Decisions on one challenge, rejected ones included. */
export const DECISIONS_MAX = 50
/** Signed decisions of one verifier on one project. */
export const SIGNED_DECISIONS_PER_VERIFIER_MAX = 10
/** How often one challenge or mission, and its parts, may be restored. Hiding is always possible. */
export const RESTORES_MAX = 100
export const PAYMENTS_MAX = 50
/** How often the deadlines of one challenge or mission may be moved. */
export const DEADLINE_MOVES_MAX = 20
/** How often contributors may give one mission back. */
export const RELEASES_MAX = 20

/**
 * Commitments, decisions, funding records or evidence items of one project, each, by others than its owner and its
 * contributor, whose room nobody can use up: its record lists all of them.
 */
export const PROJECT_PARTS_MAX = 50
/** The most of these by one wallet, also the owner's or the contributor's. */
export const PROJECT_PARTS_PER_WALLET_MAX = 10
/** How often the status of a project's milestones may be changed. */
export const MILESTONE_REMARKS_MAX = 200

/** Open event streams per process, and per network. */
export const EVENT_STREAMS_MAX = 200
export const EVENT_STREAMS_PER_NETWORK_MAX = 5
export const EVENT_HEARTBEAT_MS = 15_000

/** Search results per kind, and when only one kind is requested. */
export const SEARCH_HITS = 5
export const SEARCH_HITS_OF_KIND = 50
/** The fewest hex digits of an address or hash that can be searched for. */
export const SEARCH_HEX_MIN = 6
/** A search for common words walks at most this many of the newest records of a kind, and each page of a list by a part of the title. */
export const SEARCH_WALK_MAX = 5_000
