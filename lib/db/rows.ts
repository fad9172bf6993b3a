import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parsesRows } from '@/lib/env'

/**
 * Describes a row of a statement as the driver returns it: a `bigint` is a string, a `timestamptz` a Date, JSON its parsed
 * value. The schema must not transform: its input and output are the same.
 */
export type RowSchema<Row extends object> = z.ZodType<Row, Row>

/** A row whose existence is all that matters. */
export const AnyRow = z.looseObject({})
/** The row of `RETURNING id`. */
export const IdRow = z.object({ id: z.string() })
export const CountRow = z.object({ count: z.int() })
/** JSON text that Postgres built. */
export const BodyRow = z.object({ body: z.string() })

/**
 * Checks rows against their schema, in tests only. Statements are constant SQL, so production does not check their rows.
 * @throws ZodError when a row does not match. @throws Error when it has more columns, or the schema would transform it.
 */
export function checkRows<Row extends object>(rows: readonly unknown[], schema: RowSchema<Row>): void {
  if (!parsesRows()) return
  for (const row of rows) {
    const parsed = schema.parse(row)
    if (isDeepStrictEqual(parsed, row)) continue
    throw new Error(`A row is not what its schema says: ${JSON.stringify(row)}, and not ${JSON.stringify(parsed)}.`)
  }
}
