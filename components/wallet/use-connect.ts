'use client'

import { useState } from 'react'
import { loadWallet } from '@/components/wallet/wallet'

/** Signs in once it is asked to. `pressed`: it was asked, and the reader has not answered yet. */
export function useConnect() {
  const [pressed, setPressed] = useState(false)
  const connect = () => {
    setPressed(true)
    loadWallet()
      .then((wallet) => wallet.signIn())
      .catch(() => undefined)
      .finally(() => setPressed(false))
  }
  return { pressed, connect }
}
