const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/**
 * The arguments that an agent gave to a tool, at any depth: models send `null` for what they leave out, and clients whose
 * schemas require every argument make them. No field of the API can be null. Names are in one order, since a model that repeats
 * a call may write them in another, and the same key takes the same bytes alone.
 * @example
 * givenIn({ title: 'A', amount: null, kind: 'code' }) // { kind: 'code', title: 'A' }
 */
export function givenIn(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(given)
    .filter(([, value]) => isGiven(value))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, value]) => [name, partsGivenIn(value)]))
}

function partsGivenIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(partsGivenIn)
  return typeof value === 'object' && value !== null ? givenIn({ ...value }) : value
}

/** Why a list or an object is no value of a query, which holds texts alone. */
export const ONE_VALUE = 'This field takes one value, not a list or an object.'

/** The name of the first argument of a reading tool that no query can hold; undefined if there is none. */
export const nestedIn = (given: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(given).find((name) => typeof given[name] === 'object' && given[name] !== null)
