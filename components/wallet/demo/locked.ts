import { cell } from '@/components/wallet/host/cell'

/** Whether the service has demo wallets that this browser may not have yet. */
export const demoWalletsLocked = cell(false)
