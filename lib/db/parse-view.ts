import type { z } from 'zod'
import { parsesRows } from '@/lib/env'

/**
 * A view that Postgres built as JSON text, by its schema. The text is made by constant SQL, so production takes it as it is;
 * the tests hold every one against the schema, and the first that reads a view which has changed fails.
 * @throws ZodError in tests, where the text is not what the schema says.
 * @example
 * parseView(z.object({ receipt: ReceiptView }), await receiptBody(id)).receipt
 */
export function parseView<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const value: z.output<S> = JSON.parse(text)
  if (parsesRows()) schema.parse(value)
  return value
}
