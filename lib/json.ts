/** The value of a JSON text; undefined when the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether an object in a JSON text repeats a name. RFC 7493 §2.3 forbids it: readers do not agree which of the values counts.
 * @param text a valid JSON text.
 * @example
 * repeatsNames('{"a":1,"\\u0061":2}') // true
 */
export function repeatsNames(text: string): boolean {
  const open: Set<string>[] = []
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token.endsWith(':')) {
      const names = open.at(-1)
      const name = String(JSON.parse(token.slice(0, -1)))
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

/** Whether a parsed JSON value is an object: no list, and not null. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Whether two parsed JSON values are the same; the order of names does not count. Also for values that nobody has checked:
 * the parts that are left to compare stand in a list, so no depth overflows the stack, and a number out of range equals
 * nothing but itself.
 * @example
 * isSameJson({ a: 1, b: [] }, { b: [], a: 1 }) // true
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  const left: [unknown, unknown][] = [[one, other]]
  for (let pair = left.pop(); pair; pair = left.pop()) {
    const [a, b] = pair
    if (a === b) continue
    if (!isNested(a) || !isNested(b) || Array.isArray(a) !== Array.isArray(b)) return false
    const names = Object.keys(a)
    if (names.length !== Object.keys(b).length) return false
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false
      left.push([a[name], b[name]])
    }
  }
  return true
}

/**
 * Whether all numbers in a parsed JSON value are finite. `JSON.parse` makes Infinity of `1e999`, which no JSON can tell again.
 * @example
 * hasFiniteNumbers({ a: [1e999] }) // false
 */
export function hasFiniteNumbers(value: unknown): boolean {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'number' && !Number.isFinite(one)) return false
    if (isNested(one)) for (const part of Object.values(one)) left.push(part)
  }
  return true
}

/**
 * Whether a parsed JSON value is nested deeper than so many levels. `JSON.stringify` overflows the stack at a few thousand.
 * @example
 * isDeeperThan([[1]], 1) // true
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true
    level = level.flatMap((one) => Object.values(Object(one))).filter(isNested)
  }
  return false
}
