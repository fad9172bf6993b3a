'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import type { Outcome } from '@/components/wallet/signing/job'

/** Navigates to the record that a form has created. */
export function useFollow(outcome: Outcome | null): void {
  const router = useRouter()
  const href = outcome?.href
  useEffect(() => {
    if (href) router.push(href)
  }, [href, router])
}
