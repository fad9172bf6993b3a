import { withDeceivingNamed, withOverridesNamed } from '@/lib/text/deceiving'

/** People's words, as plain text with their own line breaks and, whatever they hold, their own direction. */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`max-w-2xl whitespace-pre-line [overflow-wrap:anywhere] ${className}`}>
      {withOverridesNamed(text)}
    </p>
  )
}

/** A name or title that others gave: it keeps its own direction and turns nobody else's, and shows what it hides. */
export function Name({ text }: { text: string }) {
  return <bdi>{withDeceivingNamed(text)}</bdi>
}
