import type { ReactNode } from 'react'

/** Paragraphs of a guide, as wide as reading wants it. */
export const Words = ({ children }: { children: ReactNode }) => <div className="max-w-prose space-y-3">{children}</div>

export const Code = ({ children }: { children: ReactNode }) => <code className="mono">{children}</code>

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
