'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Outcome } from '@/components/wallet/signing/job'

/** Leads to the record that has come of a form, which has nothing more to say. */
export function useFollow(outcome: Outcome | null): void {
  const router = useRouter()
  const href = outcome?.href
  useEffect(() => {
    if (href) router.push(href)
  }, [href, router])
}
