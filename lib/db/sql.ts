import { raw, Sql } from 'sql-template-tag'

/** What a template's first values are: parameters, and certain parts. */
interface Beginning {
  /** By the next value: what the part is (`KnownSql`), the text of a `raw` one, or `PARAMETER`. */
  readonly longer: Map<Beginning | string | symbol, Beginning>
  /** The template's text, if it ends here and was written before. */
  text: string | null
}

const PARAMETER = Symbol('parameter')
/** By the constant pieces of a template. There are few texts, and none contains input, so each is kept. */
const templates = new WeakMap<readonly string[], Beginning>()

/** What a map holds for a key; it is made when it is asked for the first time. */
function held<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const beginning = (): Beginning => ({ longer: new Map(), text: null })

/**
 * SQL whose text is written once, and not again for other values: the texts of one write are seven kilobytes, and the names of
 * statements (lib/db/db.ts) need a hash of each.
 */
class KnownSql extends Sql {
  readonly #whole: Beginning

  constructor(strings: readonly string[], values: readonly unknown[]) {
    super(strings, values)
    this.#whole = values.reduce<Beginning>(
      ({ longer }, value) => held(longer, KnownSql.#keyOf(value), beginning),
      held(templates, strings, beginning),
    )
  }

  static #keyOf(value: unknown): Beginning | string | symbol {
    if (value instanceof KnownSql) return value.#whole
    return value instanceof Sql ? value.text : PARAMETER
  }

  override get text(): string {
    this.#whole.text ??= super.text
    return this.#whole.text
  }
}

/**
 * SQL as a tagged template: every interpolated value becomes a parameter, every interpolated `sql` becomes part of the
 * text.
 * @example
 * sql`SELECT 1 FROM "Wallet" WHERE address = ${address}`
 */
export const sql = (strings: TemplateStringsArray, ...values: readonly unknown[]): Sql => new KnownSql(strings, values)
export { raw, type Sql }

/** The pieces of lists, by length and separator: the same arrays again, see `templates`. */
const lists = new Map<string, readonly string[]>()

/**
 * A list as one piece of SQL.
 * @throws Error when it is empty.
 * @example
 * join([sql`a = ${1}`, sql`b = ${2}`], ' AND ').text // 'a = $1 AND b = $2'
 */
export function join(parts: readonly Sql[], separator = ','): Sql {
  if (parts.length === 0) throw new Error('A list of nothing is no SQL.')
  const pieces = () => ['', ...Array<string>(parts.length - 1).fill(separator), '']
  return new KnownSql(held(lists, `${parts.length}${separator}`, pieces), parts)
}

/** Constants as a list of SQL literals, for `IN (…)`. @param words without quotes, never input. */
export const literals = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/** A timestamp as the API writes it: ISO 8601, UTC, milliseconds, `Z`. @param column trusted SQL, never input. */
export const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A date as `YYYY-MM-DD`. Null stays null, in `to_char` itself. @param column trusted SQL, never input. */
export const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
