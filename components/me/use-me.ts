'use client'

import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '@/client/src/errors'
import { setUnread } from '@/components/notifications/unread-store'
import { askSession, returns } from '@/components/wallet/session'
import { request } from '@/lib/api/request'
import { getMe } from '@/lib/turns/contract'
import type { MeView } from '@/lib/turns/schemas'

/** Reads the turns of the signed-in wallet, and what it waits for. @returns `again` rereads them. */
export function useMe(wallet: string) {
  const [me, setMe] = useState<MeView | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const again = useCallback(async () => {
    setFault(null)
    try {
      const answer = await request(getMe, {})
      setUnread(wallet, answer.unread)
      setMe(answer)
    } catch (failed) {
      // If the session has ended, the signed-out page is shown instead.
      if (failed instanceof ApiError && failed.status === 401) await askSession()
      setFault(failed instanceof ApiError ? failed.message : 'Something unexpected happened. Try again.')
    }
  }, [wallet])
  useEffect(() => {
    void again()
    return returns.subscribe(() => void again())
  }, [again])
  return { me, fault, again: () => void again() }
}
