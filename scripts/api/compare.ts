import { isJsonObject } from '@/lib/json'

// The differences between two versions of an OpenAPI document, from a client's view. A compatible version accepts all
// earlier requests, and its responses contain everything that earlier ones did.

export type Schema = { readonly [key: string]: unknown }

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  readonly components: { readonly [part: string]: { readonly [name: string]: Schema } }
}

export interface Change {
  /** `GET /api/v1/missions 200 missions[].state` */
  readonly where: string
  readonly what: string
  /** Whether the change can break a client. */
  readonly breaks: boolean
}

/** The direction of a value: clients send requests and read answers. */
type Direction = 'request' | 'answer'

const object = (value: unknown): Schema => (isJsonObject(value) ? value : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Follows a `$ref` within its document. */
function resolve(document: ApiDocument, schema: unknown): Schema {
  const { $ref } = object(schema)
  if (typeof $ref !== 'string') return object(schema)
  const [, , part = '', name = ''] = $ref.split('/')
  return resolve(document, document.components[part]?.[name])
}

/** A pattern of digits alone. */
const DIGITS = /^\^\[[01]-9\]\\d(\*|\{\d+,\d+\})\$$/

class Comparison {
  readonly changes: Change[] = []
  /** Pairs of named schemas in progress, so that recursive schemas end. */
  readonly #under = new Set<string>()

  constructor(
    readonly before: ApiDocument,
    readonly after: ApiDocument,
  ) {}

  add(where: string, what: string, breaks: boolean): void {
    this.changes.push({ where: where.trim(), what, breaks })
  }

  schema(before: unknown, after: unknown, way: Direction, where: string): void {
    const pair = `${way} ${JSON.stringify(object(before)['$ref'])} ${JSON.stringify(object(after)['$ref'])}`
    const isNamed = '$ref' in object(before)
    if (isNamed && this.#under.has(pair)) return
    this.#under.add(pair)
    const [old, now] = [resolve(this.before, before), resolve(this.after, after)]
    this.#variants(old, now, way, where)
    this.#bounds(old, now, way, where)
    this.#fields(old, now, way, where)
    if (old['items'] !== undefined) this.schema(old['items'], now['items'], way, `${where}[]`)
    this.#under.delete(pair)
  }

  /** Types, allowed values and alternatives. */
  #variants(old: Schema, now: Schema, way: Direction, where: string): void {
    const [types, typesNow] = [old, now].map(({ type }) => (type === undefined ? [] : [type].flat()))
    this.#set('type', types ?? [], typesNow ?? [], way, where, true)
    const valuesOf = ({ enum: values, const: only }: Schema) => (only === undefined ? list(values) : [only])
    // A client must accept unknown values in a response.
    this.#set('value', valuesOf(old), valuesOf(now), way, where, false)
    const alternatives = (schema: Schema) => list(schema['oneOf'] ?? schema['anyOf'])
    const [some, someNow] = [alternatives(old), alternatives(now)]
    for (const [at, one] of some.entries()) {
      const isThere = someNow.some((other) => same(one, other))
      if (!isThere && someNow[at] === undefined) this.add(where, 'an alternative is gone', true)
      else if (!isThere) this.schema(one, someNow[at], way, `${where}|${at + 1}`)
    }
    if (someNow.length > some.length && some.length > 0) this.add(where, 'an alternative is new', false)
  }

  #set(
    name: string,
    old: readonly unknown[],
    now: readonly unknown[],
    way: Direction,
    where: string,
    isStrict: boolean,
  ): void {
    const gone = old.filter((one) => !now.includes(one))
    const come = now.filter((one) => !old.includes(one))
    if (old.length === 0 && come.length > 0) this.add(where, `only some of any ${name}`, way === 'request')
    else if (now.length === 0 && gone.length > 0) this.add(where, `any ${name}`, way === 'answer' && isStrict)
    else {
      if (gone.length > 0) this.add(where, `${name} ${gone.join(', ')} is gone`, way === 'request' || isStrict)
      if (come.length > 0) this.add(where, `${name} ${come.join(', ')} is new`, way === 'answer' && isStrict)
    }
  }

  #bounds(old: Schema, now: Schema, way: Direction, where: string): void {
    for (const name of ['minLength', 'minItems', 'minimum', 'maxLength', 'maxItems', 'maximum']) {
      const [bound, boundNow] = [old[name], now[name]]
      if (bound === boundNow) continue
      const isMin = name.startsWith('min')
      const value = (one: unknown) => (typeof one === 'number' ? one : isMin ? -Infinity : Infinity)
      const isNarrower = isMin ? value(boundNow) > value(bound) : value(boundNow) < value(bound)
      this.add(where, `${name} ${bound ?? 'none'} → ${boundNow ?? 'none'}`, way === 'request' && isNarrower)
    }
    if (old['pattern'] !== now['pattern']) {
      const isGone = now['pattern'] === undefined
      this.add(where, isGone ? 'no pattern any more' : 'another pattern', way === 'request' && !isGone)
    }
  }

  #fields(old: Schema, now: Schema, way: Direction, where: string): void {
    const [fields, fieldsNow] = [object(old['properties']), object(now['properties'])]
    const [needed, neededNow] = [list(old['required']), list(now['required'])]
    const at = (name: string) => (where.endsWith(' ') ? `${where}${name}` : `${where}.${name}`)
    for (const name of Object.keys(fields)) {
      if (name in fieldsNow) this.schema(fields[name], fieldsNow[name], way, at(name))
      else this.add(at(name), 'is gone', true)
      const isNeeded = neededNow.includes(name)
      if (!(name in fieldsNow) || needed.includes(name) === isNeeded) continue
      this.add(at(name), isNeeded ? 'is always there' : 'may be absent', isNeeded === (way === 'request'))
    }
    for (const name of Object.keys(fieldsNow).filter((one) => !(one in fields))) {
      const isNeeded = neededNow.includes(name)
      this.add(at(name), isNeeded ? 'is new' : 'is new, and may be absent', way === 'request' && isNeeded)
    }
  }

  /** A parameter is text on the wire: digits that a pattern described are the same as an integer. */
  parameter(before: unknown, after: unknown, where: string): void {
    const isDigits = DIGITS.test(String(object(before)['pattern']))
    if (isDigits && object(after)['type'] === 'integer') this.add(where, 'is described as an integer', false)
    else this.schema(before, after, 'request', where)
  }

  operation(before: Schema, after: Schema, where: string): void {
    const parameters = (document: ApiDocument, { parameters: all }: Schema) =>
      new Map(
        list(all)
          .map((one) => resolve(document, one))
          .map((one) => [`${one['in']} ${one['name']}`, one]),
      )
    const [old, now] = [parameters(this.before, before), parameters(this.after, after)]
    for (const [name, one] of old) {
      const other = now.get(name)
      if (!other) this.add(`${where} ${name}`, 'is gone', true)
      else {
        this.parameter(one['schema'], other['schema'], `${where} ${name}`)
        if (other['required'] === true && one['required'] !== true) this.add(`${where} ${name}`, 'is needed', true)
      }
    }
    for (const [name, one] of now) if (!old.has(name)) this.add(`${where} ${name}`, 'is new', one['required'] === true)
    this.contents(before['requestBody'], after['requestBody'], 'request', `${where} body`)
    this.answers(object(before['responses']), object(after['responses']), where)
  }

  answers(before: Schema, after: Schema, where: string): void {
    for (const status of Object.keys(before)) {
      if (!(status in after)) this.add(`${where} ${status}`, 'is gone', status.startsWith('2'))
      else if (status.startsWith('2')) this.contents(before[status], after[status], 'answer', `${where} ${status}`)
    }
    for (const status of Object.keys(after)) if (!(status in before)) this.add(`${where} ${status}`, 'is new', false)
  }

  contents(before: unknown, after: unknown, way: Direction, where: string): void {
    const [old, now] = [object(object(before)['content']), object(object(after)['content'])]
    for (const type of Object.keys(old)) {
      if (!(type in now)) this.add(where, `${type} is gone`, true)
      else this.answer(object(old[type])['schema'], object(now[type])['schema'], way, `${where} `)
    }
    for (const type of Object.keys(now))
      if (!(type in old)) this.add(where, `${type} is new`, way === 'request' && Object.keys(old).length === 0)
  }

  /** A schema may become one of several alternatives; the first one is compared with the earlier schema. */
  answer(before: unknown, after: unknown, way: Direction, where: string): void {
    const several = list(object(after)['oneOf'])
    const [first] = several
    const isSplit = first !== undefined && !('oneOf' in object(before))
    this.schema(before, isSplit ? first : after, way, where)
    if (isSplit) this.add(where, 'may be of another form', false)
  }
}

/** Every change between two versions, in the order of the paths. */
export function compareDocuments(before: ApiDocument, after: ApiDocument): readonly Change[] {
  const comparison = new Comparison(before, after)
  for (const [path, operations] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const where = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (now) comparison.operation(operation, now, where)
      else comparison.add(where, 'is gone', true)
    }
  }
  for (const [path, operations] of Object.entries(after.paths)) {
    for (const method of Object.keys(operations))
      if (!before.paths[path]?.[method]) comparison.add(`${method.toUpperCase()} ${path}`, 'is new', false)
  }
  return comparison.changes
}
