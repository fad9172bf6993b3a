import { createStore } from '@/components/ui/store'

/** The action whose form was requested elsewhere on the page; null once it is open. */
export const requestedAction = createStore<string | null>(null)
