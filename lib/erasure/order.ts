import { z } from 'zod'
import { parseCommandLine } from '@/lib/command-line'
import { CONTENT_KEYS } from '@/lib/erasure/rows'

const USAGE =
  'npm run erase -- --record challenge:ID|mission:ID|muse-link:ID --reason "why" [--part ID] [--field name,name] [--dry-run]'

const REASON_CHARS_MIN = 3
const REASON_CHARS_MAX = 200

const Id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must hold an id as the API shows it')
const Order = z
  .object({
    record: z
      .string({ error: 'is missing' })
      .regex(/^(challenge|mission|muse-link):/, 'must be challenge:ID, mission:ID or muse-link:ID')
      .transform((value) => {
        const at = value.indexOf(':')
        return { type: value.slice(0, at), id: value.slice(at + 1) }
      })
      .pipe(z.object({ type: z.enum(['challenge', 'mission', 'muse-link']), id: Id })),
    reason: z
      .string({ error: 'is missing: the record says it for good' })
      .trim()
      .min(REASON_CHARS_MIN, `must have at least ${REASON_CHARS_MIN} characters`)
      .max(REASON_CHARS_MAX, `may have ${REASON_CHARS_MAX} characters`)
      .regex(/^[^\p{Cc}\p{Cs}\]]+$/u, 'must be one line without ]'),
    part: Id.nullable().default(null),
    field: z
      .string()
      .regex(/^[A-Za-z]+(,[A-Za-z]+)*$/, 'must be names of fields, with commas between them')
      .transform((value) => value.split(','))
      .refine(
        (names) => names.every((name) => CONTENT_KEYS.has(name)),
        'must be names of fields that hold what people wrote',
      )
      .default([]),
    /** Finds out what would be erased, and leaves it. */
    dryRun: z.boolean().default(false),
  })
  .transform(({ record, field: fields, ...order }) => ({ ...record, ...order, fields }))
export type ErasureOrder = z.output<typeof Order>

/** Parses the command line of an erasure. @throws Error with one line about the faults, and the usage behind it. */
export function parseOrder(args: readonly string[]): ErasureOrder {
  const { values } = parseCommandLine(args, {
    usage: USAGE,
    options: {
      record: { type: 'string' },
      reason: { type: 'string' },
      part: { type: 'string' },
      field: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  })
  const parsed = Order.safeParse({ ...values, dryRun: values['dry-run'] })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path: [name], message }) => `--${String(name)} ${message}`)
  throw new Error(`${faults.join('; ')}. Usage: ${USAGE}`)
}
