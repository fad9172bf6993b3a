import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

/** The exact text beside its decoded form. It is folded, because most readers need only the decoded form. */
export function Raw({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="mt-1.5 print:not-open:hidden">
      <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-ink-soft hover:text-green">
        <Icon name="raw" className="turns size-3.5" />
        {summary}
      </summary>
      <div className="mt-2 space-y-3">{children}</div>
    </details>
  )
}

export function RawText({ name, text }: { name: string; text: string }) {
  return (
    <figure>
      <figcaption className="caption">{name}</figcaption>
      <ExactText text={text} className="mt-1" />
    </figure>
  )
}

export function ExactText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <pre
      className={`border-l-2 border-rule-strong bg-vellum px-4 py-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}
    >
      {text}
    </pre>
  )
}

/** A hash, key or signature: its two ends, or all of it if `whole`. */
export function Hash({ value, whole = false }: { value: string; whole?: boolean }) {
  return (
    <span title={value} className={`mono ${whole ? 'break-all' : 'whitespace-nowrap'}`}>
      {whole || value.length <= 20 ? value : `${value.slice(0, 10)}…${value.slice(-6)}`}
    </span>
  )
}
