import { withDeceivingNamed, withOverridesNamed } from '@/lib/text/deceiving'
import { singleMarks } from '@/lib/text/quoted'

/**
 * Text of users, as plain text with its line breaks and its own writing direction; `asTyped` with all of its spaces. Combining marks that are stacked on one
 * letter can extend far beyond it, so they are clipped: otherwise they would widen the page and cover other text.
 */
export function Prose({ text, className = '', asTyped }: { text: string; className?: string; asTyped?: true }) {
  return (
    <p
      dir="auto"
      className={`max-w-2xl overflow-clip ${asTyped ? 'whitespace-pre-wrap' : 'whitespace-pre-line'} [overflow-clip-margin:0.5rem] [overflow-wrap:anywhere] ${className}`}
    >
      {withOverridesNamed(text)}
    </p>
  )
}

/** A name or title of a user. It keeps its writing direction, does not change that of its surroundings, and shows hidden characters. */
export function Name({ text }: { text: string }) {
  return <bdi>{withDeceivingNamed(text)}</bdi>
}

/** The same within quotation marks, which nothing in it ends: what follows them is never the user's. */
export function Quoted({ text }: { text: string }) {
  return (
    <>
      “<Name text={singleMarks(text)} />”
    </>
  )
}
