import type { ReactNode } from 'react'
import { JustPublished } from '@/components/record/just-published'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { HeadVine } from '@/components/vine/vine'
import { type Grown, growthOf } from '@/lib/history/growth'
import type { StateLabel } from '@/lib/machine/labels'

/** The head of a record's page: kind, title, state with its meaning, and the vine of its history. */
export function RecordHead({
  kind,
  href,
  record,
  state,
  children,
}: {
  kind: string
  href: string
  record: Grown & { readonly id: string; readonly title: string; readonly updatedAt: string }
  state: StateLabel
  children?: ReactNode
}) {
  return (
    <header className="oxford-rule pt-6">
      <p className="caption">
        <TextLink href={href}>{kind}</TextLink>
      </p>
      <h1 className="mt-2 max-w-4xl text-3xl [overflow-wrap:anywhere] sm:text-4xl">
        <Name text={record.title} />
      </h1>
      <JustPublished href={`${href}/${record.id}`} shownAt={record.updatedAt} />
      <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <LabelBadge label={state} size="large" />
        <span className="text-ink-soft">{state.meaning}</span>
      </p>
      <HeadVine growth={growthOf(record)} />
      {children}
    </header>
  )
}
