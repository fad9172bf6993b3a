import type { ReactNode } from 'react'

export function Section({
  id,
  title,
  note,
  aside,
  children,
}: {
  id: string
  title: string
  /** Explains the section, below the title. */
  note?: ReactNode
  /** At the far end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="mt-14 border-t border-rule-strong pt-4 print:mt-8">
      <div className="flex break-after-avoid flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {aside ? <div className="text-sm">{aside}</div> : null}
      </div>
      {note ? <p className="mt-1 max-w-prose break-after-avoid text-ink-soft">{note}</p> : null}
      <div className="mt-6">{children}</div>
    </section>
  )
}
