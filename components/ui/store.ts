import { useSyncExternalStore } from 'react'

/** One value that components subscribe to. */
export interface Store<T> {
  /** The value on the server and in the first render. */
  readonly initial: T
  get(): T
  set(next: T): void
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>({ subscribe, get, initial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial)
}
