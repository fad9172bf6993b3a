import { createStore } from '@/components/ui/store'

/** Whether the service has demo wallets that this browser may not have yet. */
export const demoWalletsLocked = createStore(false)
