import type { ReactNode } from 'react'
import { DOCS_PARTS, type DocsPart, docsPath } from '@/components/docs/parts'
import { FoldSummary } from '@/components/ui/fold'
import { TextLink } from '@/components/ui/text-link'

export interface Anchor {
  readonly id: string
  readonly title: string
}

/** A documentation page beside the list of all pages. @param anchors the sections of this page. */
export function DocsFrame({
  part,
  anchors,
  children,
}: {
  part: DocsPart
  anchors: readonly Anchor[]
  children: ReactNode
}) {
  const pages = (
    <>
      <Parts title="Guides" parts={DOCS_PARTS.filter(({ tag }) => !tag)} here={part} />
      <Parts title="Endpoints" parts={DOCS_PARTS.filter(({ tag }) => tag)} here={part} />
    </>
  )
  return (
    <div className="oxford-rule grid gap-x-12 pt-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Documentation" className="hidden self-start lg:sticky lg:top-6 lg:block">
        {pages}
      </nav>
      <details className="mb-6 border border-rule-strong bg-leaf px-4 lg:hidden">
        <FoldSummary look="">All pages of the documentation</FoldSummary>
        <nav aria-label="Documentation, folded" className="pb-4">
          {pages}
        </nav>
      </details>
      <div className="min-w-0">
        <header>
          <p className="caption">Documentation</p>
          <h1 className="text-4xl">{part.title}</h1>
          <p className="mt-3 max-w-prose text-lg text-ink-soft">{part.lead}</p>
        </header>
        {anchors.length > 1 ? (
          <ul aria-label="On this page" className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {anchors.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="link [overflow-wrap:anywhere]">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {children}
      </div>
    </div>
  )
}

function Parts({ title, parts, here }: { title: string; parts: readonly DocsPart[]; here: DocsPart }) {
  return (
    <div className="mb-5">
      <p className="caption">{title}</p>
      <ul>
        {parts.map((part) => (
          <li key={part.slug}>
            <TextLink
              href={docsPath(part.slug)}
              aria-current={part === here ? 'page' : undefined}
              className="inline-flex min-h-8 items-center text-sm hover:text-green aria-[current]:font-semibold aria-[current]:text-green aria-[current]:underline aria-[current]:underline-offset-4"
            >
              {part.title}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
