'use client'

import { useState } from 'react'

const SHOWN_MS = 2_500

/** Copies a text and says so. */
export function CopyButton({ text, word }: { text: string; word: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid('Select it by hand')
    }
    setTimeout(() => setSaid(null), SHOWN_MS)
  }
  return (
    <button
      type="button"
      onClick={copy}
      className="needs-script inline-flex min-h-9 cursor-pointer items-center rounded-md px-2 text-sm text-ink-soft underline decoration-rule-strong underline-offset-4 hover:text-green"
    >
      <span aria-live="polite">{said ?? word}</span>
    </button>
  )
}
