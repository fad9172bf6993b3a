import { createStore } from '@/components/ui/store'

/**
 * The action whose form was requested elsewhere on the page; null once it is open. An action's name is unique on its page,
 * because each panel on it listens.
 */
export const requestedAction = createStore<string | null>(null)

const HASH = '#action-'

/** What the address of an action's form has after the page's path. */
export const actionHash = (name: string): string => HASH + name

let followed = ''

/** Requests the action that the page's address names, once. */
export function followActionHash(): void {
  const { href, hash } = location
  if (href === followed || !hash.startsWith(HASH)) return
  followed = href
  requestedAction.set(hash.slice(HASH.length))
}
