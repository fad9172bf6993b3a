import type { ReactNode, Ref } from 'react'

const KINDS = {
  primary: 'px-5 bg-green text-on-green hover:bg-green-deep',
  plain: 'px-5 border border-rule-strong hover:border-green hover:text-green',
  // Without a frame, its words begin where those around it do.
  quiet: 'text-ink-soft underline decoration-rule-strong underline-offset-4 hover:text-ink',
  refuse: 'px-5 border border-madder/60 text-madder hover:bg-madder-wash',
} as const

/** The look of a button, also for links that are the main action. */
export const buttonLook = (kind: keyof typeof KINDS): string =>
  `inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md py-2 text-center font-semibold ${KINDS[kind]}`

export interface ButtonProps {
  readonly children: ReactNode
  readonly onClick?: () => void
  readonly kind?: keyof typeof KINDS
  /** In flight: the button shows it, keeps the focus and ignores clicks. */
  readonly busy?: boolean
  readonly submits?: boolean
  readonly wide?: boolean
  readonly describedBy?: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button large enough for a thumb. While busy it is not `disabled`, because that would lose the focus. */
export function Button({
  children,
  onClick,
  kind = 'plain',
  busy = false,
  submits = false,
  wide = false,
  describedBy,
  ref,
}: ButtonProps) {
  const press = () => {
    if (!busy) onClick?.()
  }
  return (
    <button
      ref={ref}
      type={submits ? 'submit' : 'button'}
      onClick={press}
      aria-disabled={busy || undefined}
      aria-describedby={describedBy}
      className={`${buttonLook(kind)} aria-disabled:cursor-progress aria-disabled:opacity-60 ${wide ? 'w-full' : ''}`}
    >
      {children}
    </button>
  )
}
