export interface BoundedMemory<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

/**
 * Remembers values by key, the least recently used forgotten first.
 * @param bytesMax the bound of all values together.
 * @param bytesOf how long a value is.
 */
export function createBoundedMemory<Value>(bytesMax: number, bytesOf: (value: Value) => number): BoundedMemory<Value> {
  const kept = new Map<string, Value>()
  let bytes = 0

  function forget(key: string): void {
    const known = kept.get(key)
    if (known === undefined) return
    kept.delete(key)
    bytes -= bytesOf(known)
  }

  return {
    get(key) {
      const known = kept.get(key)
      if (known === undefined) return undefined
      kept.delete(key)
      kept.set(key, known)
      return known
    },
    set(key, value) {
      forget(key)
      kept.set(key, value)
      bytes += bytesOf(value)
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) break
        forget(oldest)
      }
    },
    delete: forget,
  }
}
