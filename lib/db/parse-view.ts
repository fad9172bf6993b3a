import type { z } from 'zod'
import { parsesRows } from '@/lib/env'

/**
 * Parses a view that Postgres built as JSON text. Constant SQL makes the text, so production does not check it; tests check
 * every view against the schema, so the first test that reads a changed view fails.
 * @throws ZodError in tests, when the text does not match the schema.
 * @example
 * parseView(z.object({ receipt: ReceiptView }), await receiptBody(id)).receipt
 */
export function parseView<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const value: z.output<S> = JSON.parse(text)
  if (parsesRows()) schema.parse(value)
  return value
}
