import { Children, type ReactNode } from 'react'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { EntryVine } from '@/components/vine/vine'
import type { Growth } from '@/lib/history/growth'

/** A record in a list: one column if the list is narrow; state and facts beside the title if it is wide. */
export function RecordEntry({
  href,
  title,
  level: Heading,
  badge,
  growth,
  facts,
  children,
}: {
  href: string
  title: string
  level: 'h2' | 'h3'
  badge: ReactNode
  growth: Growth | undefined
  facts: readonly ReactNode[]
  children: ReactNode
}) {
  return (
    <li className="@container border-b border-rule py-5">
      <article className="grid grid-rows-[auto_1fr] gap-x-10 gap-y-2 @3xl:grid-cols-[minmax(0,1fr)_15rem]">
        {badge ? <div className="@3xl:col-start-2">{badge}</div> : null}
        <div className="min-w-0 @3xl:col-start-1 @3xl:row-span-2 @3xl:row-start-1">
          <Heading className="text-xl [overflow-wrap:anywhere]">
            <TextLink href={href} className="decoration-green underline-offset-4 hover:underline">
              <Name text={title} />
            </TextLink>
          </Heading>
          <div className="mt-1 max-w-2xl text-ink-soft [overflow-wrap:anywhere]">{children}</div>
        </div>
        <div className="flex items-end justify-between gap-4 @3xl:col-start-2 @3xl:flex-col @3xl:items-start @3xl:justify-start @3xl:gap-3">
          <ul className="flex flex-wrap gap-x-4 text-sm text-ink-soft @3xl:flex-col">
            {Children.map(facts.filter(Boolean), (fact) => (
              <li>{fact}</li>
            ))}
          </ul>
          {growth ? <EntryVine growth={growth} /> : null}
        </div>
      </article>
    </li>
  )
}
