import type { ReactNode } from 'react'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import type { StateLabel } from '@/lib/machine/labels'

/** What this record is: its kind, its title, its state in a word and in a sentence. */
export function RecordHead({
  kind,
  href,
  title,
  state,
  children,
}: {
  kind: string
  href: string
  title: string
  state: StateLabel
  children?: ReactNode
}) {
  return (
    <header className="oxford-rule pt-6">
      <p className="caption">
        <TextLink href={href}>{kind}</TextLink>
      </p>
      <h1 className="mt-2 max-w-4xl text-3xl [overflow-wrap:anywhere] sm:text-4xl">
        <Name text={title} />
      </h1>
      <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <LabelBadge label={state} size="large" />
        <span className="text-ink-soft">{state.meaning}</span>
      </p>
      {children}
    </header>
  )
}
