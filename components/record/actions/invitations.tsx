import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

/** The text for signed-out readers in place of the actions. The server renders it, so no script of the page contains it or the drawings of all icons. */
export interface Invitation {
  readonly icon: ReactNode
  readonly words: string
  /** Whether the record waits for somebody. */
  readonly waits: boolean
}

const icon = <Icon name="wallet" />

export const TO_ACT: Invitation = {
  icon,
  words:
    'If it is your turn, sign in with your wallet. That is one signature: it costs nothing and sends no transaction.',
  waits: true,
}

/** For a mission that has its receipt. */
export const TO_RECORD_A_PAYMENT: Invitation = {
  icon,
  words: 'The mission has ended. Its owner, or the sponsor of its bounty, may still record what was paid.',
  waits: false,
}
