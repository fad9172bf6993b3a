import sqlTag, { join, raw, type Sql } from 'sql-template-tag'

/**
 * SQL as a tagged template: every interpolated value becomes a parameter, every interpolated `sql` becomes part of the
 * text.
 * @example
 * sql`SELECT 1 FROM "Wallet" WHERE address = ${address}`
 */
export const sql = sqlTag
export { join, raw, type Sql }

/** Constants as a list of SQL literals, for `IN (…)`. @param words without quotes, never input. */
export const literals = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/** A timestamp as the API writes it: ISO 8601, UTC, milliseconds, `Z`. @param column trusted SQL, never input. */
export const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A date as `YYYY-MM-DD`. Null stays null, in `to_char` itself. @param column trusted SQL, never input. */
export const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
