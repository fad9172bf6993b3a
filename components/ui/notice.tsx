import type { ReactNode } from 'react'

const TONES = {
  neutral: 'border-rule-strong text-ink-soft',
  calm: 'border-green bg-green-wash text-green-deep',
  warning: 'border-ochre bg-ochre-wash text-ochre',
  fault: 'border-madder bg-madder-wash text-madder',
} as const

export interface NoticeProps {
  readonly tone: keyof typeof TONES
  /** `div` if it contains block elements. */
  readonly as?: 'p' | 'div'
  readonly role?: 'alert' | 'status'
  /** Margins and text layout. */
  readonly className?: string
  readonly children: ReactNode
}

/** A message to read before going on. `calm`: nothing went wrong; `neutral`: nothing happened. */
export function Notice({ tone, as: Tag = 'p', role, className = '', children }: NoticeProps) {
  return (
    <Tag role={role} className={`border-l-2 px-4 py-3 [overflow-wrap:anywhere] ${TONES[tone]} ${className}`}>
      {children}
    </Tag>
  )
}
