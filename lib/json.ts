/** The value of a JSON text; undefined when the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
