import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'

/** A record with a list that continues on pages like this. */
export interface WholeRecord {
  readonly path: string
  readonly title: string
}

const step = 'inline-flex min-h-11 items-center gap-2 px-1 font-semibold hover:text-green'

/**
 * One page of a record's long list: blocks of a fixed size, counted from the oldest, so the content of an address stays
 * the same. Links only.
 * @param folder the list's path below the record's. @param page of `pages`; 1 holds the oldest.
 */
export function PartPage({
  record,
  caption,
  lead,
  folder,
  page,
  pages,
  children,
}: {
  record: WholeRecord
  caption: string
  lead: string
  folder: string
  page: number
  pages: number
  children: ReactNode
}) {
  const at = (other: number) => `${record.path}/${folder}/${other}`
  const steps = (name: string) => (
    <nav aria-label={name} className="flex flex-wrap justify-between gap-4">
      {page > 1 ? (
        <TextLink href={at(page - 1)} className={step}>
          <Icon name="back" /> Earlier
        </TextLink>
      ) : (
        <span className="py-2 text-ink-soft">This is the beginning.</span>
      )}
      <TextLink href={page < pages ? at(page + 1) : record.path} className={step}>
        {page < pages ? 'Later' : 'Back to the record'} <Icon name="onward" />
      </TextLink>
    </nav>
  )
  return (
    <article>
      <header className="oxford-rule pt-6">
        <p className="caption">{caption}</p>
        <h1 className="mt-2 text-3xl [overflow-wrap:anywhere] sm:text-4xl">
          <TextLink href={record.path} className="decoration-green underline-offset-4 hover:underline">
            <Name text={record.title} />
          </TextLink>
        </h1>
        <p className="mt-3 text-ink-soft">{lead}</p>
      </header>
      <div className="mt-6 mb-8">{steps('Pages')}</div>
      {children}
      <div className="mt-8">{steps('Pages, again')}</div>
    </article>
  )
}
