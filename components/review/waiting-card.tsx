import type { ReactNode } from 'react'
import { type JudgedItem, VerdictPanel } from '@/components/review/verdict-panel'
import { Age } from '@/components/ui/age'
import { Icon } from '@/components/ui/icon'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'

/** One item of the queue: what is asked on the left, what was brought on the right, and the verdict below. */
export function WaitingCard({
  item,
  place,
  count,
  kicker,
  href,
  submittedAt,
  asked,
  brought,
}: {
  item: JudgedItem
  place: number
  count: number
  kicker: ReactNode
  href: string
  submittedAt: string
  asked: ReactNode
  brought: ReactNode
}) {
  const title = `waiting-${item.id}`
  return (
    <li>
      <article
        data-queue-item=""
        tabIndex={-1}
        aria-labelledby={title}
        aria-posinset={place}
        aria-setsize={count}
        className="scroll-mt-24 border border-rule-strong bg-leaf px-5 py-5 focus:outline-3 focus:outline-offset-2 focus:outline-green sm:px-7"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <p className="caption">{kicker}</p>
          <p className="text-sm text-ink-soft">
            <Age at={submittedAt} />
            since <Moment at={submittedAt} />
          </p>
        </div>
        <h3 id={title} className="mt-2 text-xl [overflow-wrap:anywhere]">
          <TextLink href={href} className="decoration-green underline-offset-4 hover:underline">
            {item.title}
          </TextLink>
        </h3>
        <div className="mt-5 grid gap-x-10 gap-y-6 md:grid-cols-2">
          <div className="min-w-0 space-y-4 md:border-r md:border-rule md:pr-10">{asked}</div>
          <div className="min-w-0 space-y-4">{brought}</div>
        </div>
        <VerdictPanel item={item} icon={<Icon name="quill" className="size-4.5" />} />
      </article>
    </li>
  )
}

export function CardPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="caption">{name}</h4>
      <div className="mt-0.5">{children}</div>
    </div>
  )
}
