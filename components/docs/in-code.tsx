import type { ReactNode } from 'react'

/** Words of a contract with what stands between backticks set as code. */
export function inCode(text: string): ReactNode {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // The parts of a constant text never change places.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above.
      <code key={at} className="mono">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
