import { LRUCache } from 'lru-cache'

/** What an entry costs beside its key and its value: the places in the cache's own lists, and two objects. */
const ENTRY_BYTES = 400
/** A string of V8 takes one or two bytes for each of its characters. */
const CHAR_BYTES = 2

/** What a text keeps in memory at most, in bytes. */
export const textBytes = (text: string): number => text.length * CHAR_BYTES

export type BoundedCache<Value extends object | string> = LRUCache<string, Value>

/**
 * The one cache of this service: bounded by everything that it keeps (keys and overhead as well as values) and by its
 * number of entries, the least recently used forgotten first. A value larger than the whole cache is not kept.
 *
 * A key is made of what the answer depends on, never of a request's raw target: that is as long and as various as
 * whoever asks likes it to be.
 * @param bytesMax the bound of all entries together.
 * @param entriesMax the bound of their number.
 * @param bytesOf what a value keeps in memory, without its key.
 * @example
 * const cache = createBoundedCache<string>({ bytesMax: 1_000_000, entriesMax: 1_000, bytesOf: textBytes })
 */
export function createBoundedCache<Value extends object | string>({
  bytesMax,
  entriesMax,
  bytesOf,
}: {
  readonly bytesMax: number
  readonly entriesMax: number
  bytesOf(value: Value): number
}): BoundedCache<Value> {
  return new LRUCache<string, Value>({
    max: entriesMax,
    maxSize: bytesMax,
    sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + bytesOf(value),
  })
}
