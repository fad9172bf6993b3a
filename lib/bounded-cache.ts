import { LRUCache } from 'lru-cache'

/** The overhead of an entry, without its key and value: slots in the cache's lists, and two objects. */
const ENTRY_BYTES = 400
/** V8 stores a string with one or two bytes per character. */
const CHAR_BYTES = 2

/** The most memory that a text can take, in bytes. */
export const textBytes = (text: string): number => text.length * CHAR_BYTES

export type BoundedCache<Value extends object | string> = LRUCache<string, Value>

/**
 * The cache that this service uses everywhere. It is bounded by the memory of its entries (keys and overhead included) and
 * by their number, and evicts the least recently used entry first. It does not keep a value larger than the whole cache.
 *
 * Build a key from the inputs of the cached value, never from a request's raw target: a client can make that arbitrarily
 * long and varied.
 * @param bytesMax the bound of all entries together.
 * @param entriesMax the bound of their number.
 * @param bytesOf the memory that a value takes, without its key.
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
