import { CopyButton } from '@/components/docs/copy-button'

/** Text for a machine, with a button that copies it. */
export function CodeBlock({ name, text, copy }: { name: string; text: string; copy?: string }) {
  return (
    <figure className="mt-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="caption">{name}</span>
        {copy ? <CopyButton text={text} word={copy} /> : null}
      </figcaption>
      <pre className="mt-1 border-l-2 border-rule-strong bg-vellum px-4 py-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </pre>
    </figure>
  )
}
