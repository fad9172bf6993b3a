import type { ReactNode } from 'react'
import { Fact, Facts } from '@/components/ui/facts'
import { Icon } from '@/components/ui/icon'
import { Prose } from '@/components/ui/prose'

export interface PreviewFact {
  readonly name: string
  readonly text: string
}

/** What will be recorded, word for word; what is still empty says so. Folded, because it repeats the form. */
export function Preview({ facts, children }: { facts: readonly PreviewFact[]; children?: ReactNode }) {
  return (
    <details className="border-y border-rule py-2">
      <summary className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-green">
        <Icon name="raw" className="turns size-4" />
        What will be recorded, in public and for good
      </summary>
      <div className="mt-2 border border-rule-strong bg-leaf px-5 py-4">
        <Facts>
          {facts.map(({ name, text }) => (
            <Fact key={name} name={name}>
              {text.trim() === '' ? <span className="text-ink-soft">Nothing yet</span> : <Prose text={text.trim()} />}
            </Fact>
          ))}
        </Facts>
        {children}
      </div>
    </details>
  )
}
