import { createStore } from '@/components/ui/store'

/**
 * The action whose form was requested elsewhere on the page; null once it is open. An action's name is unique on its page,
 * because each panel on it listens.
 */
export const requestedAction = createStore<string | null>(null)
