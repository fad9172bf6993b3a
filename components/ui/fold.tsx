import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

/**
 * The line that opens and closes a `<details>`; its mark turns.
 * @param look of the words, where they are not those of a heading.
 */
export function FoldSummary({ look = 'font-semibold', children }: { look?: string; children: ReactNode }) {
  return (
    <summary className={`flex min-h-11 items-center gap-2 py-1.5 leading-snug hover:text-green ${look}`}>
      <Icon name="raw" className="turns size-4" />
      {children}
    </summary>
  )
}

/** A framed part of a page, folded. */
export function Fold({ words, children }: { words: string; children: ReactNode }) {
  return (
    <details className="mt-4 border border-rule px-4 py-1">
      <FoldSummary>{words}</FoldSummary>
      {children}
    </details>
  )
}

/**
 * A part that only a phone folds: elsewhere, and on paper, it is open (app/globals.css). It stands behind its line and not in it,
 * because not every browser can show what is in a closed `<details>`.
 */
export function PhoneFold({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <details className="phone-fold">
        <FoldSummary>{words}</FoldSummary>
      </details>
      <div>{children}</div>
    </>
  )
}
