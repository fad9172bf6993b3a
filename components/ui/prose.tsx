import { withDeceivingNamed, withOverridesNamed } from '@/lib/text/deceiving'

/**
 * People's words, as plain text with their own line breaks and, whatever they hold, their own direction. Marks that are piled on one
 * letter are drawn beyond it, however far: they are cut, or they would make the page wider and lie on other words.
 */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p
      dir="auto"
      className={`max-w-2xl overflow-clip whitespace-pre-line [overflow-clip-margin:0.5rem] [overflow-wrap:anywhere] ${className}`}
    >
      {withOverridesNamed(text)}
    </p>
  )
}

/** A name or title that others gave: it keeps its own direction and turns nobody else's, and shows what it hides. */
export function Name({ text }: { text: string }) {
  return <bdi>{withDeceivingNamed(text)}</bdi>
}
