import * as limits from '@/lib/contract/limits'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/durations'
import { FILE_TYPES } from '@/lib/evidence/file-types'

const SECOND_MS = 1_000
const KIB = 1024
const MIB = KIB * KIB

/** A limit and its value. Words between backticks are code. */
export type LimitRow = readonly [what: string, limit: string]

/** Every limit except the rates, which have their own table. */
export type LimitName = Exclude<keyof typeof limits, 'RATE_LIMITS'>

const fileTypes = Object.values(FILE_TYPES)
  .map(({ word }) => word)
  .join(', ')

/**
 * Each exported limit with its description. The value comes from the constant that the code uses, and a constant without a
 * description does not compile.
 */
export const LIMIT_ROWS: Readonly<Record<LimitName, LimitRow>> = {
  WIDE_NETWORK_TIMES: [
    'Limits of a `/48` of IPv6, where it is counted beside its `/64`',
    `${limits.WIDE_NETWORK_TIMES} × those of a \`/64\``,
  ],
  REQUEST_HEADER_BYTES_MAX: [
    'Target and headers of a request, and the arguments of a tool that reads, as a query',
    `${limits.REQUEST_HEADER_BYTES_MAX / KIB} KB`,
  ],
  REQUEST_BODY_BYTES_MAX: ['Request body', `${limits.REQUEST_BODY_BYTES_MAX / KIB} KB`],
  MCP_BODY_BYTES_MAX: ['Message to the MCP server', `${limits.MCP_BODY_BYTES_MAX / KIB} KB`],
  NONCE_TTL_MS: [
    'Sign-in message, message to sign, and line to post',
    `valid for ${limits.NONCE_TTL_MS / MINUTE_MS} minutes, once`,
  ],
  SIGN_IN_TRIES_MAX: ['Signatures tried for one sign-in message', String(limits.SIGN_IN_TRIES_MAX)],
  AGENT_REQUEST_TTL_MS: [
    'What an agent without a token asks of a wallet',
    `valid for ${limits.AGENT_REQUEST_TTL_MS / MINUTE_MS} minutes, once`,
  ],
  AGENT_REQUEST_SHOWN_MS: ['It is listed for its wallet', `${limits.AGENT_REQUEST_SHOWN_MS / DAY_MS} days`],
  AGENT_WAITS_MAX: ['Calls of such agents that one process lets wait for a wallet', String(limits.AGENT_WAITS_MAX)],
  AGENT_WAITS_PER_NETWORK_MAX: ['Of these calls, of one network', String(limits.AGENT_WAITS_PER_NETWORK_MAX)],
  SESSION_TTL_MS: ['Session', `${limits.SESSION_TTL_MS / DAY_MS} days`],
  IDEMPOTENCY_KEY: ['Form of an `Idempotency-Key`', `\`${limits.IDEMPOTENCY_KEY.source}\``],
  IDEMPOTENCY_TTL_MS: ['An answer can be replayed for', `${limits.IDEMPOTENCY_TTL_MS / HOUR_MS} hours`],
  LIST_LIMIT_DEFAULT: ['Records a page, unless `limit` says otherwise', String(limits.LIST_LIMIT_DEFAULT)],
  LIST_LIMIT_MAX: ['Records a page, at most', String(limits.LIST_LIMIT_MAX)],
  DEADLINE_JOB_MS: [
    'A deadline that has passed is persisted by any read, and by a job',
    `every ${limits.DEADLINE_JOB_MS / MINUTE_MS} minutes`,
  ],
  EVENT_STREAMS_MAX: ['Streams of events that one process holds open', String(limits.EVENT_STREAMS_MAX)],
  EVENT_STREAMS_PER_NETWORK_MAX: ['Of these, of one network', String(limits.EVENT_STREAMS_PER_NETWORK_MAX)],
  EVENT_HEARTBEAT_MS: [
    'A silent stream shows that it is alive',
    `every ${limits.EVENT_HEARTBEAT_MS / SECOND_MS} seconds`,
  ],
  DAY_COMES_MS: [
    'The day of a mission or decision is told',
    `${limits.DAY_COMES_MS / HOUR_MS} hours before its end, and when it has passed`,
  ],
  UNFINISHED_CHALLENGES_MAX: ['Unfinished challenges of a wallet', String(limits.UNFINISHED_CHALLENGES_MAX)],
  MILESTONES_MAX: ['Milestones of a mission', `1–${limits.MILESTONES_MAX}, at least one required`],
  DECISIONS_MAX: ['Decisions recorded on a challenge, rejected ones included', String(limits.DECISIONS_MAX)],
  PROOFS_MAX: ['Proofs of a mission, whatever became of them', String(limits.PROOFS_MAX)],
  CLAIM_IDLE_DAYS: ['An owner releases a claim after', `${limits.CLAIM_IDLE_DAYS} days without a proof`],
  DEADLINE_MOVES_MAX: ['Moves of the deadlines of one challenge or mission', String(limits.DEADLINE_MOVES_MAX)],
  RELEASES_MAX: ['Claims of one mission that contributors give back', String(limits.RELEASES_MAX)],
  PAYMENTS_MAX: ['Payments on a receipt', String(limits.PAYMENTS_MAX)],
  SIGNED_DECISIONS_PER_VERIFIER_MAX: [
    'Signed decisions of one verifier on a mission',
    String(limits.SIGNED_DECISIONS_PER_VERIFIER_MAX),
  ],
  RESTORES_MAX: ['Restored records of one challenge or mission', String(limits.RESTORES_MAX)],
  MILESTONE_REMARKS_MAX: [
    'Changes of the status of a mission’s milestones by its owner, in all',
    String(limits.MILESTONE_REMARKS_MAX),
  ],
  PROJECT_PARTS_MAX: [
    'Commitments, decisions, funding records or evidence of a mission, of each, by others than its owner and its contributor',
    String(limits.PROJECT_PARTS_MAX),
  ],
  PROJECT_PARTS_PER_WALLET_MAX: ['The same, by one wallet', String(limits.PROJECT_PARTS_PER_WALLET_MAX)],
  EVIDENCE_BYTES_MAX: ['Evidence file', `${limits.EVIDENCE_BYTES_MAX / MIB} MB; ${fileTypes}; by its content`],
  UPLOAD_PARTS_MAX: ['Parts of an upload', String(limits.UPLOAD_PARTS_MAX)],
  UPLOAD_OVERHEAD_BYTES_MAX: [
    'What an upload may hold beside its file',
    `${limits.UPLOAD_OVERHEAD_BYTES_MAX / KIB} KB: boundaries, part headers, fields`,
  ],
  EVIDENCE_FILES_MAX: ['Evidence files of a mission by one contributor', String(limits.EVIDENCE_FILES_MAX)],
  UPLOADS_PER_NETWORK_MAX: [
    'Uploads of one network that arrive at one process at once',
    String(limits.UPLOADS_PER_NETWORK_MAX),
  ],
  EVIDENCE_LINK_TTL_MS: [
    'Download link of an evidence file',
    `valid for ${limits.EVIDENCE_LINK_TTL_MS / MINUTE_MS} minutes`,
  ],
  PROPOSALS_MAX: ['Imported proposals of a challenge', String(limits.PROPOSALS_MAX)],
  PROPOSALS_PER_MUSE_MAX: ['Of these, by one Muse', String(limits.PROPOSALS_PER_MUSE_MAX)],
  DISCUSSION_RELINKS_MAX: ['A discussion is linked anew', `at most ${limits.DISCUSSION_RELINKS_MAX} times`],
  OUTBOX_SEEDS_MIN: [
    'Queueing a post, for whoever is no moderator',
    `a linked Muse, or at least ${limits.OUTBOX_SEEDS_MIN} Seeds`,
  ],
  OUTBOX_UNSETTLED_MAX: [
    'Posts of one kind about a record that are neither sent nor cancelled',
    String(limits.OUTBOX_UNSETTLED_MAX),
  ],
  UNCERTAIN_POST_CHECK_MS: [
    'A post whose answer was lost is looked for',
    `for ${limits.UNCERTAIN_POST_CHECK_MS / HOUR_MS} hours, then a moderator settles it`,
  ],
  MUSE_LINKS_SHOWN_MAX: [
    'Links that the history of a wallet or a Muse shows',
    `the newest ${limits.MUSE_LINKS_SHOWN_MAX}`,
  ],
  SEARCH_HITS: ['Search results of each kind', String(limits.SEARCH_HITS)],
  SEARCH_HITS_OF_KIND: ['Search results of one kind that is asked for alone', String(limits.SEARCH_HITS_OF_KIND)],
  SEARCH_HEX_MIN: ['Digits of an address or a hash that a search needs', String(limits.SEARCH_HEX_MIN)],
  SEARCH_WALK_MAX: [
    'Words that many records share are searched for',
    `in the newest ${limits.SEARCH_WALK_MAX} records of each kind; a common part of a title in as many for each page`,
  ],
}
