import { CopyButton } from '@/components/docs/copy-button'
import { ExactText } from '@/components/ui/raw'

export function CodeBlock({ name, text, copy }: { name: string; text: string; copy?: string }) {
  return (
    <figure className="mt-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="caption">{name}</span>
        {copy ? <CopyButton text={text} word={copy} /> : null}
      </figcaption>
      <ExactText text={text} className="mt-1" />
    </figure>
  )
}
