import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parsesRows } from '@/lib/env'

/**
 * What a row of a statement holds, as the driver gives it: a `bigint` is a text, a `timestamptz` a Date, JSON its value. It
 * describes and changes nothing, so what goes in is what comes out.
 */
export type RowSchema<Row extends object> = z.ZodType<Row, Row>

/** A row of which only its being there is asked. */
export const AnyRow = z.looseObject({})
/** What `RETURNING id` gives. */
export const IdRow = z.object({ id: z.string() })
export const CountRow = z.object({ count: z.int() })
/** JSON text that Postgres built. */
export const BodyRow = z.object({ body: z.string() })

/**
 * Holds rows against their schema, in tests only. Statements are constant SQL, so production takes their rows as they come.
 * @throws ZodError where a row is not what the schema says. @throws Error where it holds more, or the schema would change it.
 */
export function checkRows<Row extends object>(rows: readonly unknown[], schema: RowSchema<Row>): void {
  if (!parsesRows()) return
  for (const row of rows) {
    const parsed = schema.parse(row)
    if (isDeepStrictEqual(parsed, row)) continue
    throw new Error(`A row is not what its schema says: ${JSON.stringify(row)}, and not ${JSON.stringify(parsed)}.`)
  }
}
