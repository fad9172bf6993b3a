import type { Kept, KeyedRequest } from '@/lib/api/keyed-request'
import type { CommandResult, WriteContext } from '@/lib/context'
import { one } from '@/lib/db/db'
import { BodyRow } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { invalid } from '@/lib/errors'
import type { ApiRequest } from '@/lib/http/message'

/** A Bare Item (RFC 9651 §3.3) in each of its forms. */
const BARE_ITEM = [
  /-?\d{1,12}\.\d{1,3}/, // Decimal
  /@?-?\d{1,15}/, // Integer, Date
  /"(?:[ !#-[\]-~]|\\["\\])*"/, // String
  /[A-Za-z*][\w!#$%&'*+.^`|~:/-]*/, // Token
  /:[A-Za-z0-9+/=]*:/, // Byte Sequence
  /\?[01]/, // Boolean
  /%"(?:[ !#$&-~]|%[\da-f]{2})*"/, // Display String
]
  .map(({ source }) => source)
  .join('|')

/** A Boolean as an Item, with Parameters (§3.1.2). None means anything here, and unknown ones are ignored. */
const BOOLEAN_ITEM = new RegExp(`^ *\\?([01])(?:; *[a-z*][a-z\\d_.*-]*(?:=(?:${BARE_ITEM}))?)* *$`)

/**
 * Whether a write is a dry run: `Dry-Run: ?1`, a Boolean of RFC 9651 §3.3.6.
 * @throws Refusal `invalid_request` if the header is not a Boolean.
 */
export function isDryRun({ header }: Pick<ApiRequest, 'header'>): boolean {
  const value = header('dry-run')
  if (value === null) return false
  const digit = BOOLEAN_ITEM.exec(value)?.[1]
  if (digit === undefined) throw invalid('Dry-Run', 'Dry-Run is a structured boolean: ?1 or ?0.')
  return digit === '1'
}

/** Thrown at the end of a dry run to roll its transaction back. Carries the response. */
class RolledBack extends Error {
  constructor(readonly would: Kept) {
    super('A dry run ends here.')
  }
}

/**
 * Runs a command as `withIdempotencyKey` does, then rolls everything back: no key is claimed, and nothing runs that
 * would follow the commit (docs/decisions.md#the-write-pipeline).
 * @returns the response that the write would get.
 * @throws Refusal exactly as the write would.
 */
export async function dryRun(
  { caller, at }: KeyedRequest,
  status: 200 | 201,
  command: (ctx: WriteContext) => Promise<CommandResult>,
): Promise<Kept> {
  try {
    return await transaction(async (tx): Promise<never> => {
      const { show, status: own } = await command({ tx, caller, at })
      const { body } = await one(tx, sql`SELECT ${show} AS body`, BodyRow)
      throw new RolledBack({ replayed: false, status: own ?? status, body })
    })
  } catch (fault) {
    if (fault instanceof RolledBack) return fault.would
    throw fault
  }
}

/** The response body of a dry run as JSON text. */
export const dryRunBody = ({ replayed, status, body }: Kept): string =>
  `{"dryRun":{"status":${replayed ? 200 : status},"body":${body}}}`
