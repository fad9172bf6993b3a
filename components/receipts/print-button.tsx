'use client'

/** Prints the page: what is of paper's use fits on one. */
export function PrintButton({ look }: { look: string }) {
  return (
    <button type="button" onClick={() => window.print()} className={`needs-script cursor-pointer ${look}`}>
      Print
    </button>
  )
}
