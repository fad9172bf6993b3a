import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '@/components/docs/copy-button'
import { ExactText } from '@/components/ui/raw'

/** Paragraphs of a guide, at a readable width. */
export const Words = ({ children }: { children: ReactNode }) => <div className="max-w-prose space-y-3">{children}</div>

export const Code = ({ children }: { children: ReactNode }) => <code className="mono">{children}</code>

/** A name of the API, which a phone may break between its words; wider screens keep it on one line. */
export function BreakableName({ name }: { name: string }) {
  return (
    <code className="mono sm:whitespace-nowrap">
      {name.split(/(?<=[_.])|(?<=[a-z])(?=[A-Z])/).map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one name keep their places.
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {word}
        </Fragment>
      ))}
    </code>
  )
}

/** Text of a contract, with code formatting between backticks. */
export function inCode(text: string): ReactNode {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is constant, so its parts keep their order.
      <code key={at} className="mono">
        {part}
      </code>
    ) : (
      part
    ),
  )
}

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
