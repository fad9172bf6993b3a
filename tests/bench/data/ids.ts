/** Records are numbered from 1; an id holds its number, so that a client can name any record without asking. */
export const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
export const STEP_MS = 1_000

export const KINDS = {
  challenge: 'c00',
  decision: 'd00',
  mission: 'a00',
  milestone: 'b00',
  optionalMilestone: 'b01',
  proof: 'f00',
  verdict: 'e00',
  review: 'e01',
  receipt: '9e0',
} as const

export type Kind = keyof typeof KINDS

const hex = (value: number) => value.toString(16).padStart(12, '0')

/** The id of a generated record; newer numbers have greater ids, as UUIDv7 have. */
export function idOf(kind: Kind, number: number): string {
  const time = hex(START_MS + number * STEP_MS)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${KINDS[kind]}-8000-${hex(number)}`
}

const TIME = `lpad(to_hex(${START_MS} + i * ${STEP_MS}), 12, '0')`

/** The same in SQL; one expression, so that Postgres can inline it. */
export const ID_FUNCTION = `CREATE OR REPLACE FUNCTION bench_id(kind text, i bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (substr(${TIME}, 1, 8) || substr(${TIME}, 9) || '7' || kind || '8000' || lpad(to_hex(i), 12, '0'))::uuid $$`
