import type { ReactNode } from 'react'

/** Paragraphs of a guide, as wide as reading wants it. */
export const Words = ({ children }: { children: ReactNode }) => <div className="max-w-prose space-y-3">{children}</div>

export const Code = ({ children }: { children: ReactNode }) => <code className="mono">{children}</code>
