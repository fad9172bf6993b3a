'use client'

import { useState } from 'react'

const SHOWN_MS = 2_500

const LOOKS = {
  quiet:
    'min-h-9 rounded-md px-2 text-sm text-ink-soft underline decoration-rule-strong underline-offset-4 hover:text-green',
  plain: 'min-h-11 rounded-md border border-rule-strong px-5 font-semibold hover:border-green hover:text-green',
} as const

export function CopyButton({
  text,
  word,
  look = 'quiet',
}: {
  text: string
  word: string
  /** `plain` if copying is the main action of the place. */
  look?: keyof typeof LOOKS
}) {
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
      className={`needs-script inline-flex cursor-pointer items-center ${LOOKS[look]}`}
    >
      <span aria-live="polite">{said ?? word}</span>
    </button>
  )
}
