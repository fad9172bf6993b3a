/** People's words, as plain text with their own line breaks. */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return <p className={`max-w-2xl whitespace-pre-line [overflow-wrap:anywhere] ${className}`}>{text}</p>
}
