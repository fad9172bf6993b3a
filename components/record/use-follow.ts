'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { announcePublished } from '@/components/record/just-published'
import type { Outcome } from '@/components/wallet/signing/job'

/** Navigates to the record that a form has created. Its page says what the form would have said. */
export function useFollow(outcome: Outcome | null): void {
  const router = useRouter()
  useEffect(() => {
    if (!outcome?.href) return
    announcePublished(outcome)
    router.push(outcome.href)
  }, [outcome, router])
}
