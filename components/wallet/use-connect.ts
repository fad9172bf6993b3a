'use client'

import { useState } from 'react'
import { signIn } from '@/components/wallet/wallet'

/** Signs in once it is asked to. `pressed`: it was asked, and the reader has not answered yet. */
export function useConnect() {
  const [pressed, setPressed] = useState(false)
  const connect = () => {
    setPressed(true)
    signIn()
      .catch(() => undefined)
      .finally(() => setPressed(false))
  }
  return { pressed, connect }
}
