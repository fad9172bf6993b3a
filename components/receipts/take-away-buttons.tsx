'use client'

import { useState } from 'react'

const SHOWN_MS = 2_500

/** Copies a link that contains the whole receipt. `/verify` reads it from the fragment, which browsers never send. */
export function CopyWholeLink({ id, look }: { id: string; look: string }) {
  const [message, setMessage] = useState<string | null>(null)
  const copy = async () => {
    try {
      const [{ fragmentOf }, answer] = await Promise.all([
        import('@/components/verify/fragment'),
        fetch(`/receipts/${id}/receipt.json`),
      ])
      if (!answer.ok) throw new Error(`${answer.status}`)
      const fragment = await fragmentOf(await answer.text())
      await navigator.clipboard.writeText(`${location.origin}/verify#${fragment}`)
      setMessage('Copied')
    } catch {
      setMessage('Not possible here')
    }
    setTimeout(() => setMessage(null), SHOWN_MS)
  }
  return (
    <button type="button" onClick={copy} className={`needs-script cursor-pointer ${look}`}>
      <span aria-live="polite">{message ?? 'Copy a link that holds it'}</span>
    </button>
  )
}

/** Prints the page; the printed parts fit on one sheet. */
export function PrintButton({ look }: { look: string }) {
  return (
    <button type="button" onClick={() => window.print()} className={`needs-script cursor-pointer ${look}`}>
      Print
    </button>
  )
}
