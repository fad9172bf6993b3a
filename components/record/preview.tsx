import { Fact, Facts } from '@/components/ui/facts'
import { FoldSummary } from '@/components/ui/fold'
import { Prose } from '@/components/ui/prose'

export interface PreviewFact {
  readonly name: string
  readonly text: string
}

const TITLE = 'What will be recorded, in public and for good'

/**
 * Shows word for word what will be recorded, and which fields are still empty. It is beside the form on wide screens, and
 * folded into it on narrow ones, because it repeats the form.
 */
export function Preview({ facts }: { facts: readonly PreviewFact[] }) {
  return (
    <>
      <details className="border border-rule px-4 py-1 xl:hidden">
        <FoldSummary>{TITLE}</FoldSummary>
        <div className="border-t border-rule pt-4 pb-3">
          <PreviewFacts facts={facts} />
        </div>
      </details>
      <aside aria-label={TITLE} className="absolute inset-y-0 left-[calc(100%+4rem)] hidden w-88 xl:block">
        <div className="sticky top-8 max-h-[calc(100vh-4rem)] overflow-y-auto border border-rule-strong bg-leaf px-6 py-5">
          <p className="mb-4 border-b border-rule pb-3 font-display text-lg leading-snug">{TITLE}</p>
          <PreviewFacts facts={facts} />
        </div>
      </aside>
    </>
  )
}

function PreviewFacts({ facts }: { facts: readonly PreviewFact[] }) {
  return (
    <Facts>
      {facts.map(({ name, text }) => (
        <Fact key={name} name={name}>
          {text.trim() === '' ? <span className="text-ink-soft">Nothing yet</span> : <Prose text={text.trim()} />}
        </Fact>
      ))}
    </Facts>
  )
}
